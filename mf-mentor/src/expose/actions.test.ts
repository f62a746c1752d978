/** @jest-environment node */
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import AskAboutNote from './AskAboutNote.ts';
import AskAboutPassage from './AskAboutPassage.ts';
import SumUpBook from './SumUpBook.ts';

describe('what the mentor adds elsewhere', () => {
  it('opens it with the words as a quotation', async () => {
    const host = createTestHost();
    const words = { bookId: 'b1', text: 'Call me Ishmael.' };
    await AskAboutPassage({ ...words, format: 'epub', page: 1, position: null }, host);
    await AskAboutNote({ ...words, id: 'n1' }, host);
    const visit = { to: '/mentor', state: { quote: 'Call me Ishmael.', bookId: 'b1' } };
    expect(host.test.visits).toMatchObject([visit, visit]);
  });

  it('asks it to sum up a book', async () => {
    const host = createTestHost();
    const book = { id: 'b1', title: 'Walden', format: 'epub' } as Book;
    await SumUpBook({ book, format: 'epub' }, host);
    const state = { task: 'summary', bookId: 'b1', question: 'Sum up Walden so far' };
    expect(host.test.visits).toMatchObject([{ to: '/mentor', state }]);
  });
});
