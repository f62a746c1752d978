import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { booksMeant } from '../src/mentor/bookLookup.ts';
import { clausesIn } from '../src/mentor/clauses.ts';
import { languageOf } from '../src/mentor/intents.ts';
import { parseQuestion } from '../src/mentor/question.ts';
import { questionWithSubject } from '../src/mentor/tasks/ask.ts';
import { wordsByBook } from '../src/search/wordsByBook.ts';

const books = [
  { id: 'voyage', title: 'War and Voyage', author: 'A. Sailor' },
  { id: 'garden', title: 'The Garden', author: 'B. Gardener' },
];
const owners = new Map([
  ['Rowan', 'voyage'],
  ['Linden', 'garden'],
  ['Bohemia', 'garden'],
]);

/** The words of a question that are searched for in the two books. */
function wordsInBooks(text: string): { voyage: string; garden: string } {
  const { words, names } = booksMeant(text, parseQuestion(text).words, books);
  const wordsOf = wordsByBook(words, clausesIn({ text, language: languageOf(text) }, words, names), owners);
  return { voyage: wordsOf('voyage').join(' '), garden: wordsOf('garden').join(' ') };
}

describe('[Q-04] the words that a question about two books asks of each', () => {
  test('are those of its clause', () => {
    assert.deepEqual(wordsInBooks('Which storm sank Rowan, and which roses did Linden plant?'), {
      voyage: 'storm sank Rowan',
      garden: 'roses Linden plant',
    });
  });

  test('are those of the clause that has the title, in which "and" joins nothing', () => {
    assert.deepEqual(wordsInBooks('Describe the storm in War and Voyage and the roses in The Garden'), {
      voyage: 'storm',
      garden: 'roses',
    });
  });

  test('are all but the names of the other book where one clause has only a name', () => {
    assert.deepEqual(wordsInBooks('What do Rowan and the King of Bohemia say about pipes?'), {
      voyage: 'Rowan pipes',
      garden: 'King Bohemia pipes',
    });
    assert.deepEqual(wordsInBooks('What is said of Rowan at a ball and of Linden at hers?'), {
      voyage: 'Rowan ball',
      garden: 'ball Linden',
    });
  });

  test('are not those of another clause that has a verb of its own', () => {
    assert.deepEqual(wordsInBooks('What did they tell Rowan, and when does Linden cut roses?'), {
      voyage: 'Rowan',
      garden: 'Linden cut roses',
    });
  });

  test('are those of a further clause without a book, too', () => {
    assert.deepEqual(wordsInBooks('What does Rowan say about walls and whales, and Linden about roses?'), {
      voyage: 'Rowan walls whales',
      garden: 'Linden roses',
    });
    assert.deepEqual(wordsInBooks('What do Sailor and Gardener say about fate and freedom?'), {
      voyage: 'fate freedom',
      garden: 'fate freedom',
    });
  });

  test('are found by the conjunction of the question’s language', () => {
    assert.deepEqual(wordsInBooks('Wer war Rowan im Sturm und wo pflanzte Linden Rosen?'), {
      voyage: 'Rowan Sturm',
      garden: 'pflanzte Linden Rosen',
    });
  });

  test('are all where nothing says of which book they are asked', () => {
    const words = 'storms roses';
    assert.deepEqual(wordsInBooks('What is written about storms and roses?'), {
      voyage: words,
      garden: words,
    });
  });
});

describe('[Q-04] the names of books', () => {
  test('take none of the places of the eight longest words', () => {
    const lookup = books.map((book) => ({
      ...book,
      ...{ format: 'epub', progress: 0, completed: 0, rating: null, last_opened: null },
    }));
    const text =
      'In War and Voyage by Sailor and The Garden by Gardener, who compares a fig with storms, whales, harbors, roses and pipes?';
    const { words } = questionWithSubject(
      { text, bookId: null, earlier: { questions: [], bookIds: [] } },
      lookup,
    );
    assert.deepEqual(words, ['compares', 'fig', 'storms', 'whales', 'harbors', 'roses', 'pipes']);
  });
});
