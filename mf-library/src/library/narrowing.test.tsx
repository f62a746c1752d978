import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import LibraryPage from '../expose/LibraryPage.tsx';
import { renderPage } from '../testing/renderPage.tsx';
import { sampleBook, sampleId } from '../testing/sampleBooks.ts';
import { violations } from '../testing/violations.ts';

const books = [
  sampleBook(1, { title: 'Emma', author: 'Jane Austen', genre: 'Novel', language: 'en', tags: ['Sea'] }),
  sampleBook(2, { title: 'Faust', author: 'Goethe', genre: 'Drama', language: 'de', format: 'pdf' }),
  sampleBook(3, {
    title: 'Persuasion',
    author: 'Jane Austen',
    genre: 'Novel',
    language: 'en',
    favorite: true,
    tags: ['to read', 'sea'],
  }),
  sampleBook(4, { title: 'Return of the King', author: 'Tolkien', series: 'Rings', series_index: 3 }),
  sampleBook(5, { title: 'Fellowship', author: 'Tolkien', series: 'Rings', series_index: 1 }),
  sampleBook(6, { title: 'Middlemarch', author: 'George Eliot', format: 'none' }),
];
const collection = {
  id: sampleId(50),
  name: 'Evenings',
  description: null,
  color: null,
  icon: null,
  bookIds: [sampleId(2), sampleId(6)],
  updated_at: '2026-01-01T00:00:00Z',
};
const show = (options: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(LibraryPage, {
    ...options,
    routes: {
      'GET /books': () => ({ items: books, total: books.length }),
      'GET /collections': () => ({ items: [collection] }),
      ...options.routes,
    },
  });
const shelf = () => screen.findByRole('list', { name: 'Your books' });
const titles = async () =>
  within(await shelf())
    .getAllByRole('article')
    .map((tile) => tile.querySelector('[title]')?.getAttribute('title'))
    .sort();
const choose = async (label: string, option: string) => {
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }));
  await userEvent.selectOptions(await screen.findByLabelText(label), option);
  await userEvent.keyboard('{Escape}');
};

describe('what the shelf is narrowed to', () => {
  test.each([
    ['Author', 'Jane Austen (2)', ['Emma', 'Persuasion']],
    ['Genre', 'Drama (1)', ['Faust']],
    ['Tag', 'Sea (2)', ['Emma', 'Persuasion']],
    ['Language', 'German (1)', ['Faust']],
    ['Format', 'PDF (1)', ['Faust']],
    ['Format', 'No file (1)', ['Middlemarch']],
    ['Collection', 'Evenings', ['Faust', 'Middlemarch']],
    ['Series', 'Rings (2)', ['Fellowship', 'Return of the King']],
  ])('by %s: %s', async (label, option, expected) => {
    await show();
    await shelf();
    await choose(label, option);
    expect(await titles()).toEqual(expected);
  });

  test('a tag that the shelf is narrowed to can be renamed or taken from all books', async () => {
    const renamed: unknown[] = [];
    const { host } = await show({
      location: '/library?tag=sea',
      routes: {
        'POST /books/tags': ({ body }: { body: unknown }) => {
          renamed.push(body);
          return { changed: 2 };
        },
      },
    });
    await shelf();
    const open = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Rename the tag' }));
      return screen.findByRole('dialog', { name: 'Rename the tag “sea”' });
    };
    const dialog = await open();
    expect(await violations(dialog)).toEqual([]);
    const field = within(dialog).getByLabelText('Name');
    await userEvent.clear(field);
    await userEvent.type(field, ' Ocean ');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(host.navigation.location.get().search).toBe('?tag=Ocean'));
    act(() => host.navigation.go('/library?tag=sea'));
    await userEvent.click(within(await open()).getByRole('button', { name: 'Remove from all books' }));
    await waitFor(() => expect(host.navigation.location.get().search).toBe(''));
    expect(renamed).toEqual([
      { tag: 'sea', to: 'Ocean' },
      { tag: 'sea', to: null },
    ]);
  });

  test('by what is available offline', async () => {
    const { host } = await show();
    await shelf();
    await act(() => host.offlineBooks.download(sampleId(3)));
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Available offline' }));
    await userEvent.keyboard('{Escape}');
    expect(await titles()).toEqual(['Persuasion']);
  });

  test('stands in the address, together, and is taken away one by one', async () => {
    const { host, container } = await show({ location: '/library?genre=Novel&author=Jane%20Austen' });
    expect(await titles()).toEqual(['Emma', 'Persuasion']);
    expect(await violations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Do not filter by Novel' }));
    expect(host.navigation.location.get().search).toBe('?author=Jane+Austen');
    await userEvent.click(screen.getByRole('button', { name: 'Do not filter by Jane Austen' }));
    expect(await titles()).toHaveLength(6);
  });
});

describe('series', () => {
  test('are shown as one when asked, and opened in their own order', async () => {
    const { host } = await show();
    await userEvent.click(await screen.findByRole('button', { name: 'View options' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Group by series' }));
    await userEvent.keyboard('{Escape}');
    expect(await titles()).toEqual(['Emma', 'Faust', 'Middlemarch', 'Persuasion', 'Rings']);
    const stack = within(await shelf()).getByRole('link', { name: /Rings/ });
    expect(stack).toHaveAttribute('href', '/library?series=Rings');
    act(() => host.navigation.go('/library?series=Rings'));
    const inside = within(await shelf()).getAllByRole('article');
    expect(inside.map((tile) => tile.querySelector('[title]')?.getAttribute('title'))).toEqual([
      'Fellowship',
      'Return of the King',
    ]);
  });

  test('a recent book that stands in one is shown where its series is', async () => {
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'View options' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Group by series' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Show Return of the King on the shelf' }));
    const [stack] = within(await shelf())
      .getAllByRole('article')
      .filter((tile) => tile.textContent?.includes('Rings'));
    expect(stack).toHaveAttribute('data-highlighted');
  });
});

describe('many books at once', () => {
  const box = async (name: RegExp) => within(await shelf()).getByRole('checkbox', { name });
  const begin = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Choose several' }));
    return screen.findByRole('toolbar');
  };

  test('are chosen one by one, from one to another with Shift, and all; Escape ends it', async () => {
    const { container } = await show();
    const bar = await begin();
    await userEvent.click(await box(/Emma/));
    expect(await box(/Emma/)).toBeChecked();
    expect(bar).toHaveTextContent('1 chosen');
    const all = within(await shelf()).getAllByRole('checkbox');
    const user = userEvent.setup();
    await user.click(all[0] as HTMLElement);
    await user.keyboard('{Shift>}');
    await user.click(all[3] as HTMLElement);
    await user.keyboard('{/Shift}');
    expect(all.slice(0, 4).every((one) => one.getAttribute('aria-checked') === 'true')).toBe(true);
    await userEvent.click(within(bar).getByRole('button', { name: 'Choose all' }));
    expect(bar).toHaveTextContent('6 chosen');
    expect(await violations(container)).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
    expect(within(await shelf()).queryByRole('checkbox')).not.toBeInTheDocument();
  });

  test.each([
    ['down', 1, 3],
    ['up', 3, 1],
  ])('[M-10] with Shift %s the shelf, those between are chosen too, and no others', async (_, from, to) => {
    await show();
    const bar = await begin();
    const all = within(await shelf()).getAllByRole('checkbox');
    const user = userEvent.setup();
    await user.click(all[from] as HTMLElement);
    await user.keyboard('{Shift>}');
    await user.click(all[to] as HTMLElement);
    await user.keyboard('{/Shift}');
    const checked = all.map((one) => one.getAttribute('aria-checked') === 'true');
    expect(checked.map((on, index) => (on ? index : -1)).filter((index) => index >= 0)).toEqual([1, 2, 3]);
    expect(bar).toHaveTextContent('3 chosen');
  });

  test('are marked as completed, each with what goes with it', async () => {
    const { host } = await show();
    const bar = await begin();
    await userEvent.click(await box(/Emma/));
    await userEvent.click(await box(/Faust/));
    await userEvent.click(within(bar).getByRole('button', { name: 'Mark as' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as Completed' }));
    await waitFor(() => expect(host.test.queued()).toHaveLength(2));
    expect(host.test.queued()).toMatchObject([
      { type: 'UPDATE_BOOK', payload: { changes: { status: 'completed', progress: 100 } } },
      { type: 'UPDATE_BOOK', payload: { changes: { status: 'completed', progress: 100 } } },
    ]);
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  });

  test('[U-25] are put into a collection with one press, which ends the mode and can be undone', async () => {
    const { host } = await show();
    const bar = await begin();
    await userEvent.click(await box(/Emma/));
    await userEvent.click(await box(/Faust/));
    await userEvent.click(within(bar).getByRole('button', { name: 'Add to Collection' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to Collection' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Evenings', pressed: false }));
    await waitFor(() => expect(screen.queryByRole('toolbar')).not.toBeInTheDocument());
    const saved = () => (host.test.queued().at(-1)?.payload as { bookIds: string[] } | undefined)?.bookIds;
    expect(saved()).toHaveLength(3);
    const said = host.test.shown.at(-1);
    expect(said?.message).toBe('Added to “Evenings”.');
    await act(async () => said?.action?.onAction());
    await waitFor(() => expect(saved()).toHaveLength(2));
  });

  test('get tags together, and others are taken from them', async () => {
    const { host } = await show();
    const bar = await begin();
    await userEvent.click(await box(/Emma/));
    await userEvent.click(await box(/Persuasion/));
    await userEvent.click(within(bar).getByRole('button', { name: 'Tags' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tags' });
    await userEvent.type(
      within(dialog).getByLabelText('Add tags to all of them'),
      'Bath{Enter}to read{Enter}',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: /^Sea/ }));
    expect(await violations(dialog)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('toolbar')).not.toBeInTheDocument());
    expect(host.test.queued()).toMatchObject([
      { payload: { bookId: sampleId(1), changes: { tags: ['Bath', 'to read'] } } },
      { payload: { bookId: sampleId(3), changes: { tags: ['to read', 'Bath'] } } },
    ]);
  });

  test('are deleted, and are all back when that is undone', async () => {
    const { host } = await show();
    const bar = await begin();
    await userEvent.click(await box(/Emma/));
    await userEvent.click(await box(/Faust/));
    await userEvent.click(within(bar).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 books?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await titles()).toHaveLength(4));
    const said = host.test.shown.at(-1);
    expect(said?.message).toBe('2 books were deleted.');
    await act(async () => said?.action?.onAction());
    expect(await titles()).toHaveLength(6);
    expect(host.test.queued()).toEqual([]);
  });
});

test('a cover dragged onto a collection puts the book into it', async () => {
  const { host } = await show();
  const tile = within(await shelf())
    .getAllByRole('article')
    .find((one) => one.textContent?.includes('Emma')) as HTMLElement;
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    types: ['application/x-lectern-books'],
    files: [],
  };
  fireEvent.dragStart(tile, { dataTransfer });
  const tray = await screen.findByRole('group', { name: 'Drop on a collection' });
  fireEvent.drop(within(tray).getByText('Evenings').closest('li') as HTMLElement, { dataTransfer });
  await waitFor(() =>
    expect(host.test.queued()[0]).toMatchObject({
      type: 'SAVE_COLLECTION',
      payload: { name: 'Evenings', bookIds: [sampleId(2), sampleId(6), sampleId(1)] },
    }),
  );
  fireEvent.dragEnd(tile, { dataTransfer });
  expect(screen.queryByRole('group', { name: 'Drop on a collection' })).not.toBeInTheDocument();
});
