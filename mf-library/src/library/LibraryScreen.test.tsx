import { testError } from '@lectern/shared-contracts/testing/testApi.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import LibraryPage from '../expose/LibraryPage.tsx';
import { renderPage } from '../testing/renderPage.tsx';
import { sampleBook, sampleBooks, sampleId } from '../testing/sampleBooks.ts';
import { violations } from '../testing/violations.ts';

const withBooks = (books = sampleBooks(8)) => ({
  'GET /books': () => ({ items: books, total: books.length }),
});
const shelf = () => screen.findByRole('list', { name: 'Your books' });

describe('the header of the library', () => {
  test('[U-20] [LB-01] has its name, greets by name, counts Books and Reading, and remembers Grid or List', async () => {
    const books = [sampleBook(1, { is_reading: true }), sampleBook(2), sampleBook(3)];
    const { host } = await renderPage(LibraryPage, { routes: withBooks(books) });
    await shelf();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Library');
    expect(screen.getByText(/^Good (morning|afternoon|evening|night), Ada$/)).toBeInTheDocument();
    expect(screen.getByText('Books').closest('div')).toHaveTextContent('Books3');
    expect(screen.getByText('Reading', { selector: 'dt' }).closest('div')).toHaveTextContent('Reading1');
    expect(screen.getByRole('button', { name: 'Grid' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    expect(screen.getByRole('table', { name: 'Your books' })).toBeInTheDocument();
    expect(host.preferences.watch('library.view', 'grid').get()).toBe('list');
  });

  test('[W-06] [LB-02] a count of zero is shown as well', async () => {
    await renderPage(LibraryPage, { routes: withBooks(sampleBooks(1)) });
    await shelf();
    const names = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(names).toEqual(['Library1', 'Reading0', 'Statistics0', 'Collections0', 'Notes0']);
  });

  test('[LB-02] five tabs, each with its count, 99+ above 99', async () => {
    const books = sampleBooks(120).map((book, index) => ({ ...book, is_reading: index < 2 }));
    await renderPage(LibraryPage, {
      routes: {
        ...withBooks(books),
        'GET /collections': () => ({ items: [sampleCollection()] }),
        'GET /reading/sessions': () => ({ items: [], total: 7 }),
        'GET /highlights': () => ({
          items: Array.from({ length: 100 }, (_, index) => sampleHighlight(index)),
        }),
      },
    });
    await shelf();
    const names = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(names).toEqual(['Library99+', 'Reading2', 'Statistics7', 'Collections1', 'Notes99+']);
  });
});

describe('while there is nothing to show', () => {
  test('[LB-06] it says that it loads', async () => {
    await renderPage(LibraryPage, { routes: { 'GET /books': () => new Promise(() => {}) } });
    expect(screen.getByText('Loading your library…')).toBeInTheDocument();
  });

  test('[LB-06] an empty library offers Upload Your First Book, and the guide with one click', async () => {
    let guide = 0;
    const { host } = await renderPage(LibraryPage, {
      routes: {
        'GET /books': () =>
          guide === 0 ? { items: [], total: 0 } : { items: [sampleBook(1, { title: 'Guide' })], total: 1 },
        'POST /guide': () => {
          guide += 1;
          return sampleBook(1);
        },
      },
    });
    expect(await screen.findByRole('heading', { name: 'No books in your library yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Upload Your First Book' })).toHaveAttribute('href', '/upload');
    await userEvent.click(screen.getByRole('button', { name: 'Add the guide to Lectern' }));
    expect(await screen.findByRole('link', { name: /Guide/ })).toBeInTheDocument();
    expect(host.test.calls.filter(({ key }) => key === 'POST /guide')).toHaveLength(1);
  });

  test('[LB-06] a failure says so, and Try Again tries again', async () => {
    let broken = true;
    await renderPage(LibraryPage, {
      routes: {
        'GET /books': () => {
          if (broken) throw testError(500, 'Request failed (500)');
          return { items: sampleBooks(1), total: 1 };
        },
      },
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Oops! Something went wrong');
    expect(alert).toHaveTextContent('Failed to load your library');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await shelf()).toBeInTheDocument();
  });

  test.each([
    ['Currently Reading', 'No reading books'],
    ['Completed', 'No completed books'],
  ])('[LB-06] under the filter %s: %s', async (chip, words) => {
    await renderPage(LibraryPage, { routes: withBooks() });
    await shelf();
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${chip}`) }));
    expect(screen.getByRole('heading', { name: words })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show all books' }));
    expect(await shelf()).toBeInTheDocument();
  });

  test('[LB-06] and when every book is read: No unread books', async () => {
    await renderPage(LibraryPage, { routes: withBooks([sampleBook(1, { completed: true })]) });
    await shelf();
    await userEvent.click(screen.getByRole('button', { name: /^Unread/ }));
    expect(screen.getByRole('heading', { name: 'No unread books' })).toBeInTheDocument();
  });
});

describe('the shelf', () => {
  test('[LB-04] chips with counts show what they say', async () => {
    const books = [
      sampleBook(1, { title: 'Emma', is_reading: true }),
      sampleBook(2, { title: 'Ulysses', completed: true }),
      sampleBook(3, { title: 'Walden' }),
    ];
    await renderPage(LibraryPage, { routes: withBooks(books) });
    await shelf();
    const chips = within(screen.getByRole('group', { name: 'Show' })).getAllByRole('button');
    expect(chips.map((chip) => chip.textContent)).toEqual([
      'All Books3',
      'Currently Reading1',
      'Completed1',
      'Unread1',
    ]);
    await userEvent.click(screen.getByRole('button', { name: /^Completed/ }));
    expect(within(await shelf()).getAllByRole('article')).toHaveLength(1);
    expect(within(await shelf()).getByRole('link', { name: /Ulysses/ })).toBeInTheDocument();
  });

  test('[LB-05] of a thousand books only those near the window are in the page, as a grid and as a list', async () => {
    await renderPage(LibraryPage, { routes: withBooks(sampleBooks(1_000)) });
    const list = await shelf();
    // 960 px make 4 columns; 768 px of window hold 3 rows of 320, and 2 more are kept ready.
    const ready = within(list).getAllByRole('listitem').length;
    expect(ready).toBeGreaterThanOrEqual(5 * 4);
    expect(ready).toBeLessThanOrEqual(6 * 4);
    expect(list).toHaveStyle({ blockSize: `${250 * 320}px` });
    expect(within(list).getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '1000');
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.length).toBeLessThanOrEqual(1 + 7 + 2 + 1);
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1001');
  });

  test('[LB-07] a floating button leads to /upload, a click on a book to /read/{id}', async () => {
    const { host } = await renderPage(LibraryPage, { routes: withBooks() });
    await shelf();
    expect(screen.getByRole('link', { name: 'Upload Books' })).toHaveAttribute('href', '/upload');
    await userEvent.click(screen.getByRole('link', { name: /Book 3/ }));
    expect(host.test.visits).toEqual([{ to: `/read/${sampleId(3)}` }]);
  });

  test('[LB-11] stands in the order reading, paused, unread, completed, and in others when asked', async () => {
    const books = [
      sampleBook(1, { title: 'Done', status: 'completed', completed: true }),
      sampleBook(2, { title: 'New', status: 'unread' }),
      sampleBook(3, { title: 'Resting', status: 'paused', progress: 30 }),
      sampleBook(4, { title: 'Current', status: 'reading', is_reading: true }),
    ];
    await renderPage(LibraryPage, { routes: withBooks(books) });
    await shelf();
    const order = () =>
      [...document.querySelectorAll('[data-book-id]')].map((tile) => tile.getAttribute('data-book-id'));
    expect(order()).toEqual([4, 3, 2, 1].map(sampleId));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'title');
    expect(order()).toEqual([4, 1, 2, 3].map(sampleId));
  });

  test('letters typed narrow it', async () => {
    await renderPage(LibraryPage, { routes: withBooks() });
    await shelf();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Title or author' }), 'author 5');
    expect(within(await shelf()).getAllByRole('article')).toHaveLength(1);
    await userEvent.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByRole('heading', { name: 'No matching books' })).toBeInTheDocument();
  });

  test('one stop for the Tab key; arrows lead from book to book, Enter opens', async () => {
    const { host } = await renderPage(LibraryPage, {
      routes: withBooks(),
      preferences: { 'library.sort': 'title' },
    });
    const list = await shelf();
    const links = within(list).getAllByRole('link');
    expect(links.filter((link) => link.tabIndex === 0)).toHaveLength(1);
    act(() => links[0]?.focus());
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(document.activeElement).toHaveTextContent('Book 6');
    await userEvent.keyboard('{End}{Home}{ArrowUp}{Enter}');
    expect(host.test.visits).toEqual([{ to: `/read/${sampleId(1)}` }]);
  });

  test('[AF-05] markup in a title and an author is shown as text, in the grid and in the list', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    await renderPage(LibraryPage, {
      routes: withBooks([sampleBook(1, { title: evil, author: evil, genre: evil })]),
    });
    expect(within(await shelf()).getAllByText(evil).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    expect(within(screen.getByRole('table')).getAllByText(evil).length).toBeGreaterThan(0);
    expect(document.querySelector('[onerror]')).toBeNull();
  });
});

describe('the newest books', () => {
  afterEach(() => jest.useRealTimers());

  test('[LB-03] a click scrolls to the book, marks it for 2 seconds, and shows it when a filter hid it', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const scrollTo = jest.fn();
    await renderPage(LibraryPage, {
      routes: withBooks(sampleBooks(400)),
      preferences: { 'library.sort': 'title' },
    });
    window.scrollTo = scrollTo as typeof window.scrollTo;
    Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: 40_000 });
    await shelf();
    const strip = screen.getByRole('region', { name: 'Recently Added' });
    expect(
      within(strip)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual([400, 399, 398, 397, 396, 395].map((number) => `Show Book ${number} on the shelf`));
    await user.click(screen.getByRole('button', { name: /^Completed/ }));
    await user.click(screen.getByRole('button', { name: 'Show Book 400 on the shelf' }));
    expect(screen.getByRole('button', { name: /^All Books/ })).toHaveAttribute('aria-pressed', 'true');
    const tile = document.querySelector(`[data-book-id="${sampleId(400)}"]`);
    expect(tile).toHaveAttribute('data-highlighted');
    expect(scrollTo).toHaveBeenCalled();
    expect(Math.max(...scrollTo.mock.calls.map(([to]) => to.top))).toBeGreaterThan(20_000);
    act(() => jest.advanceTimersByTime(1_900));
    expect(tile).toHaveAttribute('data-highlighted');
    act(() => jest.advanceTimersByTime(200));
    expect(tile).not.toHaveAttribute('data-highlighted');
  });
});

describe('what was read from the server', () => {
  test('[LB-10] 200 books a request, every page of them; without a total the items are counted', async () => {
    const { host } = await renderPage(LibraryPage, {
      routes: { 'GET /books': () => ({ items: sampleBooks(3) }) as never },
    });
    const watch = jest.spyOn(host.data, 'watch');
    await shelf();
    expect(screen.getByRole('tab', { name: /^Library/ })).toHaveTextContent('3');
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    expect(watch).toHaveBeenCalledWith(
      'GET /books',
      { query: { limit: 200, offset: 0 } },
      { allPages: true },
    );
  });
});

describe('coming from elsewhere', () => {
  test('[RT-09] the page of the navigation state is the tab that is shown', async () => {
    await renderPage(LibraryPage, {
      location: '/library',
      locationState: { page: 'collections', highlight: sampleCollection().id },
      routes: { ...withBooks(), 'GET /collections': () => ({ items: [sampleCollection()] }) },
    });
    expect(await screen.findByRole('tab', { name: /^Collections/, selected: true })).toBeInTheDocument();
    expect(await screen.findByText('Sea voyages')).toBeInTheDocument();
    await waitFor(() =>
      expect(document.querySelector('article[data-highlighted]')).toHaveTextContent('Sea voyages'),
    );
  });

  test('[RT-09] and a note that it names is brought into view and marked', async () => {
    const scrolled = jest.fn();
    Element.prototype.scrollIntoView = scrolled;
    await renderPage(LibraryPage, {
      location: '/library',
      locationState: { page: 'notes', highlight: 'h7' },
      routes: {
        ...withBooks(),
        'GET /highlights': () => ({
          items: Array.from({ length: 90 }, (_, index) => sampleHighlight(index)),
        }),
      },
    });
    expect(await screen.findByRole('tab', { name: /^Notes/, selected: true })).toBeInTheDocument();
    await waitFor(() =>
      expect(document.querySelector('article[data-highlighted]')).toHaveTextContent('Passage 7'),
    );
    expect(scrolled).toHaveBeenCalled();
  });

  test('a state of another kind is no matter', async () => {
    await renderPage(LibraryPage, { locationState: { page: 'nowhere', highlight: 4 }, routes: withBooks() });
    expect(await shelf()).toBeInTheDocument();
  });
});

test.each(['grid', 'list'])('axe finds nothing wrong with the %s', async (view) => {
  const books = sampleBooks(12).map((book, index) => ({
    ...book,
    is_reading: index === 0,
    progress: index * 5,
  }));
  const { container } = await renderPage(LibraryPage, {
    routes: withBooks(books),
    preferences: { 'library.view': view },
  });
  await screen.findByRole('region', { name: 'Recently Added' });
  expect(await violations(container)).toEqual([]);
});

function sampleCollection() {
  return {
    id: sampleId(900),
    name: 'Sea voyages',
    description: null,
    color: 'slate',
    icon: 'ship',
    bookIds: [sampleId(1)],
    updated_at: '2026-01-01T00:00:00.000Z',
  };
}

function sampleHighlight(index: number) {
  return {
    id: `h${index}`,
    book_id: sampleId(1),
    text: `Passage ${index}`,
    color: 'yellow' as const,
    page: 1,
    position: null,
    note: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
}
