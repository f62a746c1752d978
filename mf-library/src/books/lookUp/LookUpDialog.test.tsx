import type { OnlineAnswer, OnlineBook } from '@lectern/shared-contracts/api/onlineMetadata.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import LibraryPage from '../../expose/LibraryPage.tsx';
import { renderPage } from '../../testing/renderPage.tsx';
import { sampleBook } from '../../testing/sampleBooks.ts';
import { violations } from '../../testing/violations.ts';
import { detailsOf } from '../bookDetails.ts';
import { fieldChoices } from './onlineChoices.ts';

const emma = sampleBook(1, { title: 'Emma', author: 'Jane Austen', publisher: null, isbn: '9780306406157' });
const nothing: OnlineBook = {
  title: null,
  subtitle: null,
  author: null,
  series: null,
  series_index: null,
  publisher: null,
  published: null,
  language: null,
  isbn: null,
  description: null,
  genres: [],
  cover: null,
};
const answers: OnlineAnswer[] = [
  {
    source: 'openlibrary',
    books: [
      { ...nothing, title: 'Emma', subtitle: 'A Novel', publisher: 'Murray' },
      { ...nothing, title: 'Emma Brown', publisher: 'Other' },
    ],
    problem: null,
  },
  { source: 'google', books: [], problem: 'Its answer cannot be read.' },
  {
    source: 'wikidata',
    books: [{ ...nothing, title: 'Emma', publisher: 'Murray', language: 'de', published: '1815-12-23' }],
    problem: null,
  },
];

async function openEdit(sources: OnlineAnswer['source'][] = ['openlibrary', 'google', 'wikidata']) {
  const { host, container } = await renderPage(LibraryPage, {
    routes: {
      'GET /books': () => ({ items: [emma], total: 1 }),
      'GET /online-metadata': () => ({ sources }),
      'POST /online-metadata': () => ({ answers }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More about Emma' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit Details' }));
  await screen.findByRole('dialog', { name: 'Edit Details' });
  return { host, container };
}

const group = (name: string) => within(screen.getByRole('group', { name }));

test('what services say is chosen field by field, comes into the form, and is saved as any change', async () => {
  const { host } = await openEdit();
  expect(
    screen.getByText('Sends ISBN, title and author to: Open Library, Google Books, Wikidata.'),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Look Up Online…' }));
  await screen.findByRole('group', { name: 'Publisher' });
  expect(host.test.calls.find(({ key }) => key === 'POST /online-metadata')?.request).toEqual({
    body: { isbn: '9780306406157', title: 'Emma', author: 'Jane Austen' },
  });
  expect(screen.getByText(/Its answer cannot be read\./)).toBeVisible();
  expect(group('Title').getByRole('radio', { name: /Emma Keep as is/ })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Use Selected' })).toBeDisabled();
  expect(group('Language').getByRole('radio', { name: 'German Wikidata' })).toBeEnabled();
  await userEvent.click(group('Published').getByRole('radio', { name: 'Dec 23, 1815 Wikidata' }));
  await userEvent.click(group('Publisher').getByRole('radio', { name: 'Murray Open Library, Wikidata' }));
  await userEvent.click(group('Title').getByRole('radio', { name: 'Emma: A Novel Open Library' }));
  expect(await violations(document.body)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Use Selected' }));
  expect(screen.getByRole('textbox', { name: 'Publisher' })).toHaveValue('Murray');
  expect(host.test.queued()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(host.test.queued()).toMatchObject([
    {
      type: 'UPDATE_BOOK',
      payload: { changes: { title: 'Emma: A Novel', publisher: 'Murray', published: '1815-12-23' } },
    },
  ]);
});

test('another answer of a service can be chosen', async () => {
  await openEdit();
  await userEvent.click(screen.getByRole('button', { name: 'Look Up Online…' }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Open Library' }), '1');
  expect(group('Title').getByRole('radio', { name: 'Emma Brown Open Library' })).not.toBeChecked();
});

test('without services nothing is offered', async () => {
  await openEdit([]);
  expect(screen.queryByRole('button', { name: 'Look Up Online…' })).not.toBeInTheDocument();
});

test('choices leave out what is there, what is empty and what is too long', () => {
  const details = detailsOf(sampleBook(1, { title: 'Emma', author: 'Jane Austen', genre: 'Fiction' }));
  const book = {
    ...nothing,
    title: 'Emma',
    author: 'x'.repeat(1_001),
    genres: ['Fiction', 'Comedy'],
    series_index: 2,
  };
  const found = fieldChoices(details, [{ source: 'google', book }]);
  expect(found.map(({ field, choices }) => [field, choices.map(({ value }) => value)])).toEqual([
    ['genre', ['Comedy']],
    ['series_index', ['2']],
  ]);
});
