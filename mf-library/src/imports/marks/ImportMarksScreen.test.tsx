import type { MarksProof, ProvedSet } from '@lectern/shared-contracts/api/marks.ts';
import { testError } from '@lectern/shared-contracts/testing/testApi.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import ImportMarksPage from '../../expose/ImportMarksPage.tsx';
import { renderPage } from '../../testing/renderPage.tsx';
import { sampleBook, sampleId } from '../../testing/sampleBooks.ts';
import { violations } from '../../testing/violations.ts';

/** jsdom's files cannot be read. */
const file = Object.assign(new File(['{}'], 'sea.annotations'), {
  arrayBuffer: async () => new TextEncoder().encode('{}').buffer,
});
const counts = { placed: 1, near: 0, not_found: 1, known: 0 };
const ofBook = (fields: Partial<ProvedSet>): ProvedSet => ({
  title: 'Moby-Dick',
  author: 'Melville',
  marks: 2,
  book: { id: sampleId(1), title: 'Moby-Dick' },
  ...fields,
});
const mark = { set: 0, kind: 'highlight' as const, note: '<b>so</b>', color: 'pink', page: 3 };
const proof: MarksProof = {
  sets: [ofBook({})],
  counts,
  items: [
    { ...mark, verdict: 'not_found', text: 'Call me Ahab', page: null },
    { ...mark, verdict: 'placed', text: 'Call me Ishmael' },
  ],
};
const done = { id: sampleId(9), name: 'sea.annotations', marks: 2, created_at: '2026-01-02T00:00:00.000Z' };

async function open(routes = {}) {
  const page = await renderPage(ImportMarksPage, {
    routes: {
      'GET /books': () => ({ items: [sampleBook(1, { title: 'Moby-Dick' })], total: 1 }),
      'GET /marks/imports': () => ({ items: [] }),
      'POST /marks/proof': () => proof,
      'POST /marks/import': () => ({ import: done }),
      ...routes,
    },
  });
  await userEvent.upload(page.container.querySelector('input[type=file]') as HTMLInputElement, file);
  return page;
}

describe('[B-07] the page of an import', () => {
  test('shows what would be added, as text, before it is written', async () => {
    const { host, container } = await open();
    const list = await screen.findByRole('region', { name: 'Highlights, notes and bookmarks' });
    const items = within(list).getAllByRole('listitem');
    expect(items[0]).toHaveTextContent('Call me Ahab<b>so</b>Moby-DickNot found, becomes a note');
    expect(items[1]).toHaveTextContent('Call me Ishmael<b>so</b>Moby-Dick · p. 3At its words');
    expect(await violations(container)).toEqual([]);
    expect(host.test.calls.map(({ key }) => key)).not.toContain('POST /marks/import');
    await userEvent.click(screen.getByRole('button', { name: 'Add 2 marks' }));
    expect(await screen.findByText('2 highlights, notes and bookmarks were added.')).toBeInTheDocument();
  });

  test('leaves out a book that it does not find, until the reader chooses one', async () => {
    const { host } = await open({
      'POST /marks/proof': ({ body }: { body: { books: unknown[] } }) =>
        body.books.length > 0 ? proof : { ...proof, sets: [ofBook({ book: null })], items: [] },
    });
    expect(await screen.findByText(/not found in your library, so left out/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Choose the book' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Book' }), 'Moby-Dick');
    expect(await screen.findByText(/in your “Moby-Dick”/)).toBeInTheDocument();
    const asked = host.test.calls.filter(({ key }) => key === 'POST /marks/proof').at(-1);
    expect(asked?.request).toMatchObject({ body: { books: [{ set: 0, book_id: sampleId(1) }] } });
  });

  test('says what is wrong with a file', async () => {
    await open({
      'POST /marks/proof': () => {
        throw testError(422, 'This file is damaged.', 'marks_unreadable');
      },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('This file is damaged.');
  });

  test('lists the imports so far, and takes one back', async () => {
    const { host } = await open({
      'GET /marks/imports': () => ({ items: [done] }),
      'DELETE /marks/imports/:id': () => ({ removed: 1, kept: 1 }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Undo the import of sea.annotations' }));
    expect(host.test.shown.at(-1)?.message).toBe(
      '1 of “sea.annotations” was removed. 1 that you have changed since stays.',
    );
  });
});
