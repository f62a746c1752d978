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
    ['Summarize Wra and Peace', /^“War and Peace”/],
    ['Summarize Rfankenstein', /^“Frankenstein/],
    ['Who wrote Fraknenstein?', /is by Mary Shelley/],
    ['Compare War and Piece with Frankenstein', /^From your books(?!.*piece”)/],
  ]);
});

describe('[Q-08] a title alone asks for the book, a title before a question does not', () => {
  answers([
    ['War and Peace', /^“War and Peace”/],
    ['Frankenstein: Or, The Modern Prometheus', /^“Frankenstein: /],
    ['Frankenstein', /^“Frankenstein: /],
    ['War and Peace: who is Pierre?', /^From “War and Peace”.*about “Pierre”/],
    ['Frankenstein: which creature did Victor make?', /^From “Frankenstein: .*about “creature”/],
  ]);
});

describe('[Q-08] other words are no title with a typo', () => {
  answers([
    ['Where does Camilla stand?', /^(?!From “Carmilla).*Camilla/s],
    ['Who is Harry Shelly?', /^I found nothing about “Harry” and “Shelly”/],
    ['Who ate the last piece of bread after war and piece?', /^(?!From “War)/],
    ['Summarize Bar and Peace', /^No book in your library/],
    ['Where is Lcaura?', /^(?!From “Carmilla)/],
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
    ['Who wrote Ulysses?', none('Ulysses')],
    ['who wrote ulysses', none('ulysses')],
    ['How does Anna Karenina end?', none('Anna Karenina')],
    ['What is the first sentence of Ulysses?', none('Ulysses')],
    ['Who are the main characters in Middlemarch?', none('Middlemarch')],
    ['What happens in Middlemarch?', none('Middlemarch')],
    ['Who is Dorothea in Middlemarch?', none('Middlemarch')],
    ['Where does Raskolnikov live in Crime and Punishment?', none('Crime and Punishment')],
    ['What happens to Laura in The Great Gatsby?', none('The Great Gatsby')],
    ['Was passiert in Middlemarch?', none('Middlemarch')],
    ['Wer ist Dorothea in Middlemarch?', none('Middlemarch')],
    ['Que se passe-t-il dans Madame Bovary ?', none('Madame Bovary')],
    ['Qui est Swann dans La Recherche ?', none('La Recherche')],
    ['¿Qué pasa en Rayuela?', none('Rayuela')],
    ['Quem é Blimunda em Memorial do Convento?', none('Memorial do Convento')],
    // Persons, other words and notes are searched for.
    ['Who is Laura in Styria?', /^I found nothing about “Styria”|^From/],
    ['Who is Justina in Styria?', /^I found|^From/],
    ['What does Pierre do in June?', /^I found|^From/],
    ['who wrote the letter to pierre', /^I found|^From/],
    ['Who wrote Justine?', /^From/],
    ['What happens to Justine in Chapter Two?', /^(?!No book)/],
    ['What is Justine about?', /^From/],
    ['What happens in Camilla to Justine?', /^From/],
    ['Worum geht es in der Rede?', /^I found nothing about “Rede”/],
    ['Worum geht es im Krieg?', /^I found nothing about “Krieg”/],
    ['Tell me about Zanzibar', /^I found nothing about “Zanzibar”/],
    ['What is the bread about?', /^From/],
  ]);

  test('also where the books name it, but as no place', async () => {
    const book = { title: 'An Essay', author: 'L. Lawyer', ...done };
    const named = [
      'Consider Middlemarch first. ',
      'You hear Middlemarch aloud. ',
      'It is called Middlemarch. ',
    ];
    const paragraphs = [
      ...named,
      ...named.map((text) => text.replace(/\w+ Mid/, 'He lived in Nantucket. Mid')),
    ];
    await mentor.addBook(book, [{ title: 'I', paragraphs: paragraphs.map((text) => text.repeat(3)) }]);
    assert.match((await mentor.ask('What happens in Middlemarch?')).text, none('Middlemarch'));
    assert.match((await mentor.ask('Who is Dorothea in Middlemarch?')).text, none('Middlemarch'));
    assert.match((await mentor.ask('What happens in Nantucket?')).text, /^From .*Nantucket/);
    assert.match(
      (await mentor.ask('Who is Dorothea in Nantucket?')).text,
      /^I found nothing about “Dorothea”/,
    );
  });

  test('unless the reader has noted something about it', async () => {
    const book_id = await mentor.addBook({ title: 'Reading Lists', author: 'A. Reader' });
    await mentor.reader.call('POST /notes/book/:bookId', {
      params: { bookId: book_id },
      body: { content: 'Ulysses: one day in Dublin.' },
    });
    assert.match((await mentor.ask('What is Ulysses about?')).text, /one day in Dublin/);
  });
});

describe('[Q-08] genre, series and date of a book are those of its description', () => {
  beforeEach(async () => {
    await mentor.addBook({
      title: 'Dracula',
      author: 'Bram Stoker',
      genre: 'Horror stories',
      series: 'Night Library',
      series_index: 2,
      published: '2013-02-28',
    });
    await mentor.addBook({
      title: 'The Time Machine',
      author: 'H. G. Wells',
      genre: 'Science fiction',
      published: '1895',
    });
  });

  test('more books of a genre than are listed are counted, whatever the genre is called', async () => {
    const add = (number: number, genre: string) =>
      mentor.addBook({ title: `Sea ${number}`, author: 'A', genre });
    for (let number = 1; number <= 18; number += 1) await add(number, 'Sea stories');
    for (let number = 19; number <= 25; number += 1) await add(number, `Sea stories ${number}`);
    const { text, citations } = await mentor.ask('Which of my books are sea stories?');
    assert.equal(citations.length, 20);
    assert.match(text, /^Your books with this genre or series: “sea stories”\.\n\nSea 1, A.*5 more/s);
  });

  const dracula = /^Your books with this genre or series: .*\.\n\nDracula, Bram Stoker\. \[1\]$/;
  const machine = /^Your books with this genre or series: .*\.\n\nThe Time Machine, H\. G\. Wells\. \[1\]$/;
  const dated = /^Your edition of “Dracula” is dated 28 February 2013\.$/;
  const horror = /^The genre of “Dracula”: Horror stories\.$/;
  const second = /^“Dracula” is number 2 in the series Night Library\.$/;
  answers([
    ['When was Dracula published?', dated],
    ['Wann ist Dracula erschienen?', dated],
    ['quand a été publié dracula', dated],
    ['¿Cuándo se publicó Dracula?', dated],
    ['quando foi publicado Dracula?', dated],
    ['когда вышла Dracula', dated],
    ['Draculaはいつ出版された？', dated],
    ['Dracula是什么时候出版的', dated],
    ['متى نشر Dracula', dated],
    ['what year was the time machine published', /^Your edition of “The Time Machine” is dated 1895\.$/],
    ['When was The Idiot published?', /^The description of “The Idiot” has no date of publication\.$/],
    ['What genre is Drakula?', horror],
    ['Welches Genre hat Dracula?', horror],
    ['De quel genre est Dracula ?', horror],
    ['Was für ein Genre ist Dracula?', horror],
    ['Quel type de livre est Dracula ?', horror],
    ['¿Qué tipo de libro es Dracula?', horror],
    ['Que tipo de livro é Dracula?', horror],
    ['К какому жанру относится Dracula?', horror],
    ['Draculaのジャンルは？', horror],
    ['Dracula是什么类型的书？', horror],
    ['ما نوع كتاب Dracula؟', horror],
    ['En quelle année a été publié Dracula ?', dated],
    ['¿En qué año salió Dracula?', dated],
    ['Em que ano saiu Dracula?', dated],
    ['В каком году был написан Dracula?', dated],
    ['Draculaは何年に書かれた？', dated],
    ['Dracula是哪一年写的？', dated],
    ['في أي سنة صدر Dracula؟', dated],
    ['Est-ce que Dracula fait partie d’une série ?', second],
    ['À quelle série appartient Dracula ?', second],
    ['¿Pertenece Dracula a una serie?', second],
    ['¿Forma parte Dracula de una serie?', second],
    ['Dracula faz parte de uma série?', second],
    ['Dracula входит в какую-нибудь серию?', second],
    ['Draculaはシリーズですか', second],
    ['Dracula是哪个系列的？', second],
    ['هل Dracula جزء من سلسلة؟', second],
    ['¿Qué libros de la serie Night Library tengo?', dracula],
    ['What genre is The Idiot?', /^The description of “The Idiot” has no genre\.$/],
    ['Which series is Dracula part of?', second],
    ['Zu welcher Reihe gehört Dracula?', second],
    ['Is The Idiot part of a series?', /^The description of “The Idiot” names no series\.$/],
    ['Which of my books are science fiction?', machine],
    ['Welche meiner Bücher sind Science-Fiction?', machine],
    ['Do I have any science fiction?', machine],
    ['which books are horror', dracula],
    ['Which books are in the series Night Library?', dracula],
    [
      'Which books are in the series Winter?',
      /^No book in your library has this genre or series: “Winter”\.$/,
    ],
    ['When was Ulysses published?', /^No book in your library .*: “Ulysses”\.$/],
    ['Welches Genre hat War and Piece?', /^The description of “War and Peace” has no genre\.$/],
    // The text is searched for the rest.
    ['What genre of bread did Pierre eat?', /^I found|^From/],
    ['Which of my books are about the war?', /^From/],
    ['When was the last piece of bread published?', /^I found|^From/],
  ]);
});

describe('[Q-04] a title whose article a sentence changes chooses its book', () => {
  beforeEach(async () => {
    const text = (...words: string[]) => [{ title: 'I', paragraphs: words.map((some) => some.repeat(6)) }];
    await mentor.addBook(
      { title: 'Der Zauberberg', author: 'Thomas Mann', ...done },
      text('Hans Castorp war krank und blieb lange auf dem Berg bei seinem Vetter. '),
    );
    await mentor.addBook(
      { title: 'Die Verwandlung', author: 'Franz Kafka', ...done, published: '1915' },
      text('Gregor Samsa war krank und lag als ein Ungeziefer in seinem Bett. '),
    );
    await mentor.addBook(
      { title: 'El Quijote', author: 'Miguel de Cervantes', ...done },
      text('Sancho iba en su jumento por un lugar de la Mancha, y su amo estaba enfermo. '),
    );
    await mentor.addBook(
      { title: 'O Alienista', author: 'Machado de Assis', ...done },
      text('O médico vivia em Itaguaí, e os doentes moravam na casa verde da vila. '),
    );
    await mentor.addBook(
      { title: 'Le Horla', author: 'Guy de Maupassant', ...done },
      text('Le malade voyait un être invisible dans sa chambre, chaque nuit de cet été. '),
    );
  });

  const [mountain, change] = [/^From “Der Zauberberg”/, /^From “Die Verwandlung”/];
  answers([
    ['Wer ist krank im Zauberberg?', mountain],
    ['Wer war krank im „Zauberberg“?', mountain],
    ['Wer ist der Vetter des Zauberbergs?', mountain],
    ['Wer ist krank in der Verwandlung?', change],
    ['Wer ist krank in „Die Verwandlung“?', change],
    ['Worum geht es in der Verwandlung?', /^“Die Verwandlung”/],
    ['Worum geht es im „Zauberberg“?', /^“Der Zauberberg”/],
    ['Wer hat den Zauberberg geschrieben?', /^“Der Zauberberg” is by/],
    ['Fasse den Zauberberg zusammen', /^“Der Zauberberg”/],
    ['Wann ist die Verwandlung erschienen?', /^Your edition of “Die Verwandlung”/],
    ['¿Quién iba por la Mancha en el jumento del Quijote?', /^From “El Quijote”/],
    ['Resumen del Quijote', /^“El Quijote”/],
    ['Resumo do Alienista', /^“O Alienista”/],
    ['Onde moravam os doentes no Alienista?', /^From “O Alienista”/],
    ['Résumé du Horla', /^“Le Horla”/],
    ['Qui est malade dans le Horla ?', /^From “Le Horla”/],
    // Any other noun with its article is searched for.
    ['Wer sah die Verwandlung der Welt?', /^I found nothing/],
  ]);
});
