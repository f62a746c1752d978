import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { type TestRoutes, testError } from '@lectern/shared-contracts/testing/testApi.ts';
import type { TestHostOptions } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import locale from '../locales/en.json';
import { book, collection, note, searchRoutes, whalePassage } from '../testing/shelfFixtures.ts';
import { SearchOverlay } from './SearchOverlay.tsx';

const delay = 300;

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open search
      </button>
      <SearchOverlay input={{ open, close: () => setOpen(false) }} />
    </>
  );
}

async function openSearch(changes: TestRoutes = {}, options: TestHostOptions = {}) {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const { host } = renderInHost(<Page />, { locale, routes: searchRoutes(changes), ...options });
  await user.click(screen.getByText('Open search'));
  return { host, user, field: await screen.findByRole('combobox') };
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const group = (name: string) => within(screen.getByRole('group', { name }));

describe('the search overlay', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('[GS-02] has chips for books, notes and collections, all on, and tips', async () => {
    await openSearch();
    for (const name of ['Books', 'Notes', 'Collections']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    }
    expect(screen.getByRole('heading', { name: 'Tips' })).toBeInTheDocument();
  });

  it('[F-29] starts empty when it is reopened at once', async () => {
    const { user, field } = await openSearch();
    await user.type(field, 'whale');
    await user.keyboard('{Escape}');
    await user.click(screen.getByText('Open search'));
    expect(await screen.findByRole('combobox')).toHaveValue('');
  });

  it('[GS-03] searches 300 ms after the last key, and not for less than two characters', async () => {
    const { host, user, field } = await openSearch();
    await user.type(field, 'w');
    await pass(1_000);
    expect(options()).toEqual([]);
    await user.type(field, 'hale');
    await pass(delay - 50);
    expect(host.test.calls.some(({ key }) => key === 'GET /search')).toBe(false);
    expect(screen.getByText('Searching…')).toBeInTheDocument();
    await pass(50);
    expect(host.test.calls.filter(({ key }) => key === 'GET /search')).toMatchObject([
      { request: { query: { q: 'whale' } } },
    ]);
    expect(group('Books').getByRole('option')).toHaveTextContent('Moby-Dick; or, The Whale');
    expect(group('Notes and highlights').getByRole('option')).toHaveTextContent(
      'The whale is never seen whole.',
    );
    expect(group('Collections').getByRole('option')).toHaveTextContent('Whales and the sea');
  });

  it('counts the books of a collection by a rule', async () => {
    const smart = { ...collection('c1', 'Whale watching'), bookIds: [], rule: { text: 'whale' } };
    const { user, field } = await openSearch({ 'GET /collections': () => ({ items: [smart] }) });
    await user.type(field, 'watching');
    await pass(delay);
    expect(group('Collections').getByRole('option')).toHaveTextContent('1 book');
  });

  it('marks matches', async () => {
    const { user, field } = await openSearch();
    await user.type(field, 'bronte');
    await pass(delay);
    expect(within(screen.getByRole('listbox')).getByText('Brontë', { selector: 'mark' })).toBeInTheDocument();
  });

  it('shows why a book was found: by its description', async () => {
    const shelf = [
      { ...book('b3', 'Typee', 'Herman Melville'), description: 'A month among the islanders of Nuku Hiva' },
    ];
    const { user, field } = await openSearch({ 'GET /books': () => ({ items: shelf, total: 1 }) });
    await user.type(field, 'islanders');
    await pass(delay);
    expect(group('Books').getByText('islanders', { selector: 'mark' })).toBeInTheDocument();
  });

  it('[GS-03] shows at most 20 books, 20 notes and 10 collections, and loads 200 books at once', async () => {
    const many = Array.from({ length: 40 }, (_, n) => `${n}`);
    const { host, user, field } = await openSearch({
      'GET /books': () => ({ items: many.map((n) => book(n, `Whale ${n}`, 'Anon')), total: 40 }),
      'GET /notes': () => ({ items: many.map((n) => note(n, `Whale ${n}`)) }),
      'GET /collections': () => ({ items: many.map((n) => collection(n, `Whale ${n}`)) }),
    });
    await user.type(field, 'whale');
    await pass(delay);
    // Results that fit into the panel are rendered first, the rest in the following frames.
    expect(group('Books').getByRole('option', { name: /Whale 0/ })).toBeInTheDocument();
    for (let frame = 0; frame < 24; frame += 1) await pass(50);
    expect(group('Books').getAllByRole('option')).toHaveLength(20);
    expect(group('Notes and highlights').getAllByRole('option')).toHaveLength(20);
    expect(group('Collections').getAllByRole('option')).toHaveLength(10);
    expect(host.test.calls).toContainEqual({
      key: 'GET /books',
      request: { query: { limit: 200, offset: 0 } },
    });
  });

  it('[GS-02] says Searching… and then that nothing was found', async () => {
    const { user, field } = await openSearch({ 'GET /search': () => ({ items: [] }) });
    await user.type(field, 'zanzibar');
    expect(screen.getByText('Searching…')).toBeInTheDocument();
    await pass(delay);
    expect(
      screen.getByText('No results found - Try adjusting your search terms or filters.'),
    ).toBeInTheDocument();
  });

  it('omits kinds whose chip is off', async () => {
    const { user, field } = await openSearch();
    await user.click(screen.getByRole('button', { name: 'Books' }));
    await user.type(field, 'whale');
    await pass(delay);
    expect(screen.queryByRole('group', { name: 'Books' })).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Inside your books' })).not.toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Collections' })).toBeInTheDocument();
  });

  it.each([
    ['Books', '/read/b1', undefined],
    ['Inside your books', '/read/b1', { position: { spine_index: 44, fraction: 0.1 } }],
    ['Notes and highlights', '/library', { page: 'notes', highlight: 'n1' }],
    ['Collections', '/library', { page: 'collections', highlight: 'c1' }],
  ])('[GS-04] [GS-05] a result of %s opens %s with its place', async (name, to, state) => {
    const { host, user, field } = await openSearch();
    await user.type(field, 'whale');
    await pass(delay);
    await user.click(group(name).getByRole('option'));
    expect(host.test.visits).toEqual([state === undefined ? { to } : { to, state }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('[X-06] passages are in the language of their book', async () => {
    const french = { ...book('b1', 'Moby-Dick', 'Herman Melville'), language: 'fr' };
    const { user, field } = await openSearch({ 'GET /books': () => ({ items: [french], total: 1 }) });
    await user.type(field, 'whale');
    await pass(delay);
    expect(group('Inside your books').getByText(/What the white/)).toHaveAttribute('lang', 'fr');
  });

  it('is operated with the arrow keys and Enter while focus stays in the field', async () => {
    const { host, user, field } = await openSearch();
    await user.type(field, 'whale');
    await pass(delay);
    const active = () =>
      document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(active()).toContain('Moby-Dick');
    await user.keyboard('{ArrowUp}');
    expect(active()).toBe('Ask the mentor: “whale”');
    await user.keyboard('{ArrowUp}');
    expect(active()).toContain('What the white whale was to Ahab');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(active()).toContain('The whale is never seen whole.');
    expect(field).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(host.test.visits).toEqual([{ to: '/library', state: { page: 'notes', highlight: 'n1' } }]);
  });

  it('[GS-02] keeps ten searches and shows five of them', async () => {
    const earlier = Array.from({ length: 10 }, (_, n) => `earlier ${n}`);
    const { host, user, field } = await openSearch({}, { preferences: { recent_searches: earlier } });
    expect(options()).toEqual(earlier.slice(0, 5));
    await user.type(field, 'whale');
    await pass(delay);
    await user.keyboard('{Enter}');
    expect(host.preferences.watch('recent_searches', []).get()).toEqual(['whale', ...earlier.slice(0, 9)]);
  });

  it('searches again for a recent search', async () => {
    const { user, field } = await openSearch({}, { preferences: { recent_searches: ['eyre'] } });
    // Enter in the empty field repeats none of them.
    expect(screen.queryByRole('option', { selected: true })).not.toBeInTheDocument();
    await user.click(screen.getByRole('option', { name: 'eyre' }));
    expect(field).toHaveValue('eyre');
    await pass(delay);
    expect(group('Books').getByRole('option')).toHaveTextContent('Jane Eyre');
  });

  it('[L-14] highlights one row only, whichever the keys and the pointer are on', async () => {
    const { user, field } = await openSearch({}, { preferences: { recent_searches: ['eyre', 'whale'] } });
    const chosen = () => screen.getAllByRole('option', { selected: true }).map((row) => row.textContent);
    await user.type(field, '{ArrowDown}');
    expect(chosen()).toEqual(['eyre']);
    await user.hover(screen.getByRole('option', { name: 'whale' }));
    expect(chosen()).toHaveLength(1);
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toHaveLength(1);
  });

  it('[GS-01] closes with Escape; focus is trapped and restored', async () => {
    const { user, field } = await openSearch();
    expect(field).toHaveFocus();
    for (let n = 0; n < 8; n += 1) {
      await user.tab();
      expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
    }
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText('Open search')).toHaveFocus();
  });

  it('searches loaded data when the server cannot be reached, and says what is missing', async () => {
    const { user, field } = await openSearch({
      'GET /search': () => {
        throw testError(0, 'Network error.');
      },
    });
    await user.type(field, 'whale');
    await pass(delay);
    expect(group('Books').getAllByRole('option')).toHaveLength(1);
    expect(
      screen.getByText('The text inside your books cannot be searched at the moment.'),
    ).toBeInTheDocument();
  });

  it('searches the text of downloaded books when the server cannot be reached', async () => {
    const { host, user, field } = await openSearch({}, { network: 'offline' });
    host.offlineBooks.search = async () => [whalePassage];
    await user.type(field, 'whale');
    await pass(delay);
    expect(group('Inside your books').getByRole('option')).toHaveTextContent('What the white whale was');
    expect(screen.getByText('Offline: the text of your downloaded books is searched.')).toBeInTheDocument();
  });

  it.each([
    ['author:bront', 'Books', 'Jane Eyre'],
    ['whale author:melville', 'Books', 'Moby-Dick'],
    ['in:moby whale', 'Notes and highlights', 'The whale is never seen whole.'],
    ['"never seen whole"', 'Notes and highlights', 'The whale is never seen whole.'],
    ['melvile', 'Books', 'Moby-Dick'],
  ])('%s finds, of %s, %s alone', async (typed, name, expected) => {
    const { user, field } = await openSearch({ 'GET /search': () => ({ items: [] }) });
    await user.click(field);
    await user.paste(typed);
    await pass(delay);
    expect(group(name).getByRole('option')).toHaveTextContent(expected);
  });

  it('shows the correction of a misspelt word', async () => {
    const { user, field } = await openSearch({ 'GET /search': () => ({ items: [] }) });
    await user.type(field, 'melvile');
    await pass(delay);
    expect(screen.getByText('Nothing has that spelling. These are for “melville”.')).toBeInTheDocument();
  });

  it('runs commands: settings, theme, a reading session', async () => {
    const reading = {
      ...book('b1', 'Moby-Dick', 'Herman Melville'),
      is_reading: true,
      last_opened: '2026-01-02T00:00:00.000Z',
    };
    const routes = {
      'GET /books': () => ({ items: [reading], total: 1 }),
      'GET /search': () => ({ items: [] }),
    };
    const run = jest.fn();
    const commands = createWritable([{ id: '/settings', title: 'Open settings', keywords: 'account', run }]);
    const { host, user, field } = await openSearch(routes, { overrides: { commands } });
    await user.type(field, 'settings');
    await pass(delay);
    await user.keyboard('{Enter}');
    expect(run).toHaveBeenCalledTimes(1);
    await user.click(screen.getByText('Open search'));
    await user.type(await screen.findByRole('combobox'), 'dark');
    await pass(delay);
    await user.click(group('Actions').getByRole('option', { name: 'Switch to dark' }));
    expect(host.theme.mode.get()).toBe('dark');
    await user.click(screen.getByText('Open search'));
    await user.type(await screen.findByRole('combobox'), 'start session');
    await pass(delay);
    expect(group('Actions').getByRole('option')).toHaveTextContent('Start a reading session: Moby-Dick');
    await user.click(group('Actions').getByRole('option'));
    await waitFor(() => expect(host.session.active.get()?.book.id).toBe('b1'));
  });

  it('[Q-07] a sentence is searched inside the books first; missing words are shown; the mentor can be asked', async () => {
    const { host, user, field } = await openSearch({
      'GET /search': () => ({ items: [whalePassage], left_out: ['harpooneer'] }),
    });
    await user.type(field, 'what the white whale was to the harpooneer');
    await pass(delay);
    const names = screen.getAllByRole('group').map((one) => one.textContent ?? '');
    expect(names.findIndex((name) => name.startsWith('Inside your books'))).toBeLessThan(
      names.findIndex((name) => name.startsWith('Notes and highlights')),
    );
    expect(screen.getByText('No passage has all of these words. Left out: harpooneer.')).toBeInTheDocument();
    await user.click(group('Mentor AI').getByRole('option'));
    const question = 'what the white whale was to the harpooneer';
    expect(host.test.visits).toEqual([{ to: '/mentor', state: { question } }]);
  });

  it('searches the books for the spelling that the shelf has, where no passage has what was typed', async () => {
    const { host, user, field } = await openSearch({
      'GET /search': ({ query }) =>
        query?.q === 'jane eyre'
          ? { items: [whalePassage] }
          : { items: [whalePassage], corrected: 'jane eye', left_out: ['jane'] },
    });
    await user.type(field, 'jayne eyrre');
    await pass(delay);
    const asked = host.test.calls.flatMap(({ key, request }) =>
      key === 'GET /search' ? [(request as { query?: { q?: string } }).query?.q] : [],
    );
    expect(asked).toEqual(['jayne eyrre', 'jane eyre']);
    expect(screen.getByText('Nothing has that spelling. These are for “jane eyre”.')).toBeInTheDocument();
    expect(screen.queryByText(/Left out/)).toBeNull();
    expect(group('Books').getByRole('option')).toHaveTextContent('Jane Eyre');
  });

  it('guesses no other spelling where the books have what was typed', async () => {
    const { user, field } = await openSearch({ 'GET /search': () => ({ items: [whalePassage] }) });
    await user.type(field, 'ahabb');
    await pass(delay);
    expect(screen.queryByText(/Nothing has that spelling/)).toBeNull();
    await user.clear(field);
    await user.type(field, 'eire');
    await pass(delay);
    expect(screen.queryByText(/Nothing has that spelling/)).toBeNull();
    expect(screen.queryByRole('group', { name: 'Books' })).toBeNull();
    expect(group('Inside your books').getByRole('option')).toHaveTextContent('Ahab');
  });

  it('[AF-05] shows markup in titles and notes as text', async () => {
    const markup = '<img src=x onerror=alert(1)> whale';
    const { user, field } = await openSearch({
      'GET /books': () => ({ items: [book('b1', markup, 'Anon')], total: 1 }),
      'GET /notes': () => ({ items: [note('n1', markup)] }),
    });
    await user.type(field, 'whale');
    await pass(delay);
    expect(group('Books').getByRole('option')).toHaveTextContent(markup);
    expect(screen.getByRole('dialog').querySelector('img[src="x"]')).toBeNull();
  });
});
