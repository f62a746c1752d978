import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { mentorTests } from './support/mentor/mentorTests.ts';

const mentor = mentorTests();
const done = { progress: 100, completed: 1 };

beforeEach(async () => {
  await mentor.addBook({ title: 'War and Peace', author: 'Leo Tolstoy', ...done }, [
    {
      title: 'I',
      paragraphs: ['The war was long, and the last piece of bread was eaten by Pierre. '.repeat(4)],
    },
  ]);
  await mentor.addBook(
    { title: 'Frankenstein: Or, The Modern Prometheus', author: 'Mary Shelley', ...done },
    [
      {
        title: 'I',
        paragraphs: ['Victor made a creature. It was seen by Camilla on the ice, and by Justine. '.repeat(4)],
      },
      { title: 'II', paragraphs: ['They met Justine again.', 'There was Justine.', 'Here is Justine.'] },
    ],
  );
  await mentor.addBook({ title: 'Carmilla', author: 'Sheridan Le Fanu', ...done }, [
    {
      title: 'I',
      paragraphs: ['Laura lives in a castle. Nobody reads there, and nobody writes. '.repeat(4)],
    },
  ]);
  await mentor.addBook({ title: 'The Idiot', author: 'Fyodor Dostoevsky' });
});

const answers = (rows: readonly (readonly [question: string, answer: RegExp])[]) => {
  for (const [question, answer] of rows)
    test(question, async () => assert.match((await mentor.ask(question)).text, answer));
};

describe('[Q-08] a title or author with a typo is the one of the library', () => {
  answers([
    ['Summarize War and Piece', /^“War and Peace”/],
    ['Who wrote Frankenstien?', /^“Frankenstein: .*” is by Mary Shelley\.$/],
    ['who wrote frankenstien', /is by Mary Shelley/],
    ['What happens in War nad Peace?', /^“War and Peace”/],
    ['Do I have books by Dostoyevski?', /^Yes, in your library:\n\nThe Idiot, Fyodor Dostoevsky/],
    ['habe ich etwas von dostojewsky', /^Yes, in your library:\n\nThe Idiot/],
    ['Which creature did Victor make in Frankenstien?', /^From “Frankenstein/],
    ['Compare War and Piece with Frankenstein', /^From your books(?!.*piece”)/],
  ]);
});

describe('[Q-08] other words are no title with a typo', () => {
  answers([
    ['Where does Camilla stand?', /^(?!From “Carmilla).*Camilla/s],
    ['Who is Harry Shelly?', /^I found nothing about “Harry” and “Shelly”/],
    ['Who ate the last piece of bread after war and piece?', /^(?!From “War)/],
    ['Summarize Frankenfish', /^No book in your library .*: “Frankenfish”\.$/],
  ]);
});

describe('[Q-08] a question what a book is about that is not there', () => {
  const none = (title: string) =>
    new RegExp(`^No book in your library has this title or author: “${title}”\\.$`);
  answers([
    ['What is Ulysses about?', none('Ulysses')],
    ['what is ulysses about', none('ulysses')],
    ['Worum geht es in Ulysses?', none('Ulysses')],
    ['De quoi parle Ulysse ?', none('Ulysse')],
    ['¿De qué trata Ulises?', none('Ulises')],
    ['Do que trata Ulisses?', none('Ulisses')],
    ['О чём «Улисс»?', none('Улисс')],
    ['What is The Sun Also Rises about?', none('The Sun Also Rises')],
    // Persons, other words and notes are searched for.
    ['What is Justine about?', /^From/],
    ['What happens in Camilla to Justine?', /^From/],
    ['Worum geht es in der Rede?', /^I found nothing about “Rede”/],
    ['Worum geht es im Krieg?', /^I found nothing about “Krieg”/],
    ['Tell me about Zanzibar', /^I found nothing about “Zanzibar”/],
    ['What is the bread about?', /^From/],
  ]);

  test('unless the reader has noted something about it', async () => {
    const book_id = await mentor.addBook({ title: 'Reading Lists', author: 'A. Reader' });
    await mentor.reader.call('POST /notes/book/:bookId', {
      params: { bookId: book_id },
      body: { content: 'Ulysses: one day in Dublin.' },
    });
    assert.match((await mentor.ask('What is Ulysses about?')).text, /one day in Dublin/);
  });
});
