import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import type { TestRoutes } from '@lectern/shared-contracts/testing/testApi.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import LibraryPage from '../../expose/LibraryPage.tsx';
import RecentBooksWidget from '../../expose/RecentBooksWidget.tsx';
import { allButDate } from '../../testing/allButDate.ts';
import { renderPage } from '../../testing/renderPage.tsx';
import { sampleBook, sampleBooks, sampleId } from '../../testing/sampleBooks.ts';
import { violations } from '../../testing/violations.ts';

// The middle of a month: yesterday is in the same one.
const now = new Date(2026, 5, 17, 12);
beforeEach(() => jest.useFakeTimers({ now, doNotFake: allButDate }));
afterEach(() => jest.useRealTimers());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const yesterdayNoon = () => {
  const noon = new Date();
  noon.setDate(noon.getDate() - 1);
  noon.setHours(12, 0, 0, 0);
  return noon.toISOString();
};
const session = (number: number, startedAt: string, seconds: number) => ({
  id: sampleId(500 + number),
  book_id: sampleId(1),
  book_title: 'Emma',
  started_at: startedAt,
  ended_at: new Date(Math.min(Date.now(), Date.parse(startedAt) + seconds * 1_000)).toISOString(),
  seconds,
  start_page: 1,
  end_page: 9,
  pages_read: 8,
  notes: null,
});
const books = [
  sampleBook(1, { title: 'Emma', genre: 'Comedy', is_reading: true, status: 'reading', progress: 40 }),
  sampleBook(2, { title: 'Walden', genre: null, completed: true, status: 'completed' }),
];
const show = (tab: string, more: TestRoutes = {}) =>
  renderPage(LibraryPage, {
    location: `/library?tab=${tab}`,
    routes: {
      'GET /books': () => ({ items: books, total: 2 }),
      'GET /reading/sessions': () => ({
        items: [session(1, minutesAgo(0), 1_500), session(2, yesterdayNoon(), 3_600)],
        total: 2,
      }),
      ...more,
    },
  });
const fact = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).nextSibling?.textContent;

describe('statistics', () => {
  test('[ST-01] totals by day and altogether, pages, streak, sessions, books completed', async () => {
    await show('statistics');
    expect(await fact('Today')).toBe('25 min');
    expect(await fact('All time')).toBe('1 h 25 min');
    expect(await fact('Pages read')).toBe('16');
    expect(await fact('Sessions')).toBe('2');
    expect(await fact('Streak')).toBe('2 days');
    expect(await fact('Books completed')).toBe('1');
  });

  test('[U-12] loads in its own shape, not in that of the covers', async () => {
    await show('statistics', { 'GET /books': () => new Promise(() => undefined) });
    const status = screen.getAllByRole('status').find((one) => one.getAttribute('aria-label') === 'Loading…');
    expect(status?.querySelectorAll('span > span, span').length).toBeGreaterThan(20);
    expect(screen.queryByText('Loading your library…')).not.toBeInTheDocument();
  });

  test('[F-10] pages that were turned without a session are pages read', async () => {
    const day = dayOf(new Date());
    await show('statistics', {
      'GET /reading/days': () => ({ days: [{ day, seconds: 1_500, pages: 133 }] }),
    });
    await waitFor(async () => expect(await fact('Pages read')).toBe('141'));
  });

  test('[U-07] counts the streak by the rule of the rewards', async () => {
    const dayBefore = new Date(2026, 5, 14, 12).toISOString();
    await show('statistics', {
      'GET /reading/sessions': () => ({
        items: [session(1, minutesAgo(0), 600), session(2, yesterdayNoon(), 600), session(3, dayBefore, 600)],
        total: 3,
      }),
      'GET /api/gamification/streak': () => ({
        kind: 'daily',
        restDay: true,
        length: 3,
        today: '2026-06-17',
        restSpent: true,
        days: [],
      }),
    });
    await waitFor(async () => expect(await fact('Streak')).toBe('3 days'));
  });

  test('[U-42] a day answers the pointer, a tap and the arrow keys', async () => {
    await show('statistics');
    const year = await screen.findByRole('slider', { name: 'A year of days' });
    expect(year).toHaveAttribute('aria-valuetext', 'Wednesday, June 17: 25 min');
    year.focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(year).toHaveAttribute('aria-valuetext', 'Tuesday, June 16: 1 h');
    await userEvent.keyboard('{ArrowLeft}');
    expect(year).toHaveAttribute('aria-valuetext', 'Tuesday, June 9: No reading.');
    const days = year.querySelectorAll('[data-index]');
    await userEvent.click(days[days.length - 2] as Element);
    expect(screen.getByText('1 h', { selector: 'p > span' })).toBeInTheDocument();
    await userEvent.hover(days[0] as Element);
    expect(year).toHaveAttribute('aria-valuetext', expect.stringContaining('No reading.'));
  });

  test('[U-43] a color has one meaning: only the current day stands out', async () => {
    await show('statistics');
    const hours = await screen.findByRole('region', { name: 'Hours of the day' });
    expect(hours.querySelector('[data-current]')).toBeNull();
    const time = screen.getByRole('region', { name: 'Reading time' });
    expect(time.querySelectorAll('[data-current]')).toHaveLength(1);
    expect(time.querySelector('[data-current]')).toHaveTextContent('0:25');
  });

  test('[U-44] the review of the year has its months and the quotes of the year', async () => {
    await show('statistics', {
      'GET /highlights': () => ({
        items: [
          {
            id: sampleId(900),
            book_id: sampleId(1),
            text: 'Handsome, clever, and rich',
            color: 'green',
            page: 1,
            position: null,
            note: null,
            created_at: '2026-02-03T12:00:00.000Z',
            updated_at: '2026-02-03T12:00:00.000Z',
          },
        ],
      }),
    });
    const review = await screen.findByRole('region', { name: '2026 in review' });
    expect(within(review).getByText('2 days with reading')).toBeInTheDocument();
    const quotes = await within(review).findByRole('list', { name: 'Quotes of the year' });
    expect(quotes).toHaveTextContent('Handsome, clever, and richEmma');
    expect(within(review).getByRole('button', { name: 'Save as a picture' })).toBeInTheDocument();
    expect(review.querySelectorAll('[aria-hidden] > div > b')).toHaveLength(12);
  });

  test('[ST-01] charts of days, weeks, months, a year, status and genre, each with its table', async () => {
    await show('statistics');
    const time = await screen.findByRole('region', { name: 'Reading time' });
    const open = (region: HTMLElement) => userEvent.click(within(region).getByText('As a table'));
    const rows = () => within(time).getAllByRole('row').length - 1;
    await open(time);
    await waitFor(() => expect(rows()).toBe(7));
    await userEvent.click(within(time).getByRole('button', { name: '12 weeks' }));
    expect(rows()).toBe(12);
    await userEvent.click(within(time).getByRole('button', { name: '12 months' }));
    expect(rows()).toBe(12);
    await userEvent.click(within(time).getByRole('button', { name: 'Pages' }));
    expect(
      within(time)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toContain(
      `${new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date())}16 pages`,
    );
    const cells = async (name: string) => {
      const region = screen.getByRole('region', { name });
      await open(region);
      const shown = await within(region).findAllByRole('row');
      return shown.map((row) => row.textContent);
    };
    expect(await cells('Books by status')).toEqual([
      'StatusBooks',
      'Reading1',
      'Paused0',
      'Unread0',
      'Completed1',
    ]);
    expect(await cells('Books by genre')).toEqual(['GenreBooks', 'Comedy1', 'No genre1']);
    expect(await cells('A year of days')).toHaveLength(13);
  });

  test('[L-08] without a session there are no zeros and no empty charts, but what to do', async () => {
    await renderPage(LibraryPage, {
      location: '/library?tab=statistics',
      routes: {
        'GET /books': () => ({ items: books, total: 2 }),
        'GET /reading/sessions': () => ({ items: [], total: 0 }),
      },
    });
    expect(await screen.findByText('No reading sessions yet.')).toBeInTheDocument();
    expect(screen.queryByText('A year of days')).not.toBeInTheDocument();
    expect(screen.queryByText('All time')).not.toBeInTheDocument();
    expect(document.querySelectorAll('figure, dl dd')).not.toHaveLength(0);
  });

  test('without a book there is nothing to draw, but a first step', async () => {
    await renderPage(LibraryPage, { location: '/library?tab=statistics' });
    expect(await screen.findByRole('link', { name: 'Upload Your First Book' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'A year of days' })).not.toBeInTheDocument();
  });

  test('axe finds nothing wrong', async () => {
    const { container } = await show('statistics');
    await screen.findByRole('region', { name: 'Reading time' });
    expect(await violations(container)).toEqual([]);
  });
});

describe('the tab Reading', () => {
  test('[LB-12] what is being read, and the last sessions', async () => {
    const { container } = await show('reading');
    const table = await screen.findByRole('region', { name: 'Books you’re reading' });
    expect(within(table).getAllByRole('article')).toHaveLength(1);
    expect(within(table).getByRole('link', { name: 'Continue' })).toHaveAttribute(
      'href',
      `/read/${sampleId(1)}`,
    );
    expect(within(screen.getByRole('region', { name: 'Sessions' })).getByText('25 min')).toBeInTheDocument();
    expect(await violations(container)).toEqual([]);
  });

  test('a session that no clock ran for is added by hand', async () => {
    const { host } = await show('reading');
    await userEvent.click(await screen.findByRole('button', { name: 'Add a session by hand' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.clear(within(dialog).getByRole('textbox', { name: 'Minutes' }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Minutes' }), '20');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Pages read' }), '15');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(host.test.queued()).toMatchObject([
      { type: 'RECORD_SESSION', payload: { seconds: 1_200, pagesRead: 15 } },
    ]);
  });
});

test('a session is put right, and taken out', async () => {
  const { host } = await show('reading');
  const [, older] = await screen.findAllByRole('button', { name: 'Correct the session with Emma' });
  await userEvent.click(older as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Correct this session' });
  const pages = within(dialog).getByRole('textbox', { name: 'Pages read' });
  await userEvent.clear(pages);
  await userEvent.type(pages, '21');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(host.test.queued()).toMatchObject([
    {
      type: 'EDIT_SESSION',
      payload: {
        id: sampleId(502),
        changes: { pages_read: 21 },
        basis: { pages_read: [expect.any(String)] },
      },
    },
  ]);
  expect(await screen.findByText(/corrected/)).toBeInTheDocument();

  await userEvent.click(older as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('dialog', { name: 'Delete this session?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(host.test.queued().at(-1)).toMatchObject({
    type: 'DELETE_SESSION',
    payload: { id: sampleId(502), bookId: sampleId(1) },
  });
});

test('[Y-07] what another device has corrected since the dialog was opened is not sent back', async () => {
  let pages_read = 8;
  const { host } = await show('reading', {
    'GET /reading/sessions': () => ({
      items: [{ ...session(2, yesterdayNoon(), 3_600), pages_read }],
      total: 1,
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Correct the session with Emma' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct this session' });
  const minutes = within(dialog).getByRole('textbox', { name: 'Minutes read' });
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '30');
  pages_read = 40;
  await act(() => host.sync.flush());
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(host.test.queued().map(({ payload }) => payload)).toMatchObject([{ changes: { seconds: 1_800 } }]);
  expect(host.test.queued()[0]?.payload).not.toHaveProperty('changes.pages_read');
});

test('[LB-12] each tab shows its sub-page', async () => {
  await show('library');
  for (const [tab, sign] of [
    ['Reading', 'Books you’re reading'],
    ['Statistics', 'A year of days'],
    ['Collections', 'No collections yet'],
    ['Notes', 'No notes yet'],
  ] as const) {
    await userEvent.click(screen.getByRole('tab', { name: new RegExp(`^${tab}`) }));
    expect(await screen.findByRole('heading', { name: sign })).toBeInTheDocument();
  }
});

describe('recent books of the dashboard', () => {
  test('the six that were opened or added last', async () => {
    const { container } = await renderPage(RecentBooksWidget, {
      routes: { 'GET /books': () => ({ items: sampleBooks(9), total: 9 }) },
    });
    const links = screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('/read/'));
    expect(links.map((link) => link.textContent)).toEqual(
      [9, 8, 7, 6, 5, 4].map((number) => `Book ${number}`),
    );
    expect(await violations(container)).toEqual([]);
  });

  test('an empty library is asked to upload', async () => {
    await renderPage(RecentBooksWidget);
    expect(screen.getByRole('link', { name: 'Upload Your First Book' })).toHaveAttribute('href', '/upload');
  });
});
