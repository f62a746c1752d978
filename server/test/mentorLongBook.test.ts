import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { unmarked } from '../src/store/excerpt.ts';
import { chatServer, streams } from './support/mentor/chatServer.ts';
import { mentorTests } from './support/mentor/mentorTests.ts';
import { startServer } from './support/server.ts';

let chat: Awaited<ReturnType<typeof chatServer>>;
const mentor = mentorTests(async () => {
  chat = await chatServer(streams('The lantern was lit. [1]'));
  return startServer({
    config: { mentor: { baseUrl: chat.baseUrl, model: 'a-small-model', apiKey: null, timeout: 60_000 } },
  });
});
const { ask } = mentor;
after(() => chat.stop());

/** A preface and chapters with 180 passages, every tenth about the lantern of the lighthouse; no two are alike. */
function putLongBook(fields: Parameters<typeof mentor.addBook>[0] = {}): Promise<string> {
  const id = randomUUID();
  const paragraph = (n: number) =>
    n % 10 === 5
      ? `In passage ${n} of this story the keeper lit the lantern of the lighthouse before the night came on (${id}).`
      : `In passage ${n} of this story a ship went by on the water, and the village slept under its many roofs.`;
  return mentor.addBook({ id, title: 'The Lighthouse Keeper', ...fields }, [
    {
      title: 'Preface',
      paragraphs: Array.from({ length: 2 }, () =>
        'Of this edition the printer says that it was printed with care. '.repeat(2),
      ),
    },
    ...Array.from({ length: 9 }, (_, chapter) => ({
      title: `Chapter ${chapter + 1}`,
      paragraphs: Array.from({ length: 20 }, (_none, n) => paragraph(chapter * 20 + n)),
    })),
  ]);
}

const numbersIn = (text: string) => [...text.matchAll(/passage (\d+)/g)].map(([, n]) => Number(n));

test('[Q-09] a model gets far more passages than are quoted, and in full', async () => {
  await putLongBook({ completed: 1, progress: 100 });
  chat.answers(streams('The lantern was lit. [1]'));
  await ask('Who lit the lantern of the lighthouse?');
  const sent = chat.requests[0]?.body.messages.at(-1)?.content ?? '';
  assert.ok(new Set(numbersIn(sent)).size >= 10, sent);
});

test('[U-40] the best passages are quoted by some lines, and cited whole, though they stand side by side', async () => {
  const filler =
    'The village slept under its many roofs and the water was quiet until the morning came. '.repeat(7);
  const paragraphs = [1, 2, 3, 4, 5].map((n) => `The harbor bell rang. ${filler}It rang ${n} times.`);
  await mentor.addBook({ title: 'The Harbor', progress: 100, completed: 1 }, [
    { title: 'Night', paragraphs },
  ]);
  chat.answers(streams(''));
  const { text, citations } = await ask('Who rang the harbor bell?');
  for (const n of [1, 2, 3, 4, 5])
    assert.ok(citations.some((citation) => citation.text.includes(`${n} times`)));
  for (const quotation of text.split('\n\n').slice(1)) {
    assert.match(unmarked(quotation), /^> The harbor bell rang\..* … \[\d\]$/);
    assert.ok(quotation.length < 360, quotation);
  }
});

describe('[Q-11] a long unread book', () => {
  test('is summarized from its beginning, without its preface', async () => {
    const id = await putLongBook();
    chat.answers(streams(''));
    const { text } = await ask('Sum it up', { task: 'summary', book_ids: [id] });
    const told = numbersIn(text);
    assert.ok(told.length > 0 && told.every((n) => n < 45), text);
    assert.doesNotMatch(text, /printer/);
  });

  test('does not reveal its ending in an answer, unless asked', async () => {
    const id = await putLongBook();
    chat.answers(streams('The lantern was lit. [1]'));
    await ask('Who lit the lantern in passage 175?', { book_ids: [id] });
    assert.ok(
      numbersIn(chat.requests[0]?.body.messages.at(-1)?.content ?? '').every((n) => n < 150 || n === 175),
    );
    const sources = chat.requests[0]?.body.messages.at(-1)?.content.split('What to do')[0] ?? '';
    assert.ok(!numbersIn(sources).includes(175), sources);
    chat.answers(streams('The lantern was lit. [1]'));
    await ask('Who lit the lantern in passage 175?', { book_ids: [id], spoilers: true });
    assert.ok(numbersIn(chat.requests[0]?.body.messages.at(-1)?.content ?? '').includes(175));
  });

  test('has its quotations numbered in the order in which they are shown, the collapsed ones last', async () => {
    const id = await putLongBook();
    chat.answers(streams(''));
    const { text: marked, citations } = await ask('Who lit the lantern in passage 175 or passage 25?', {
      book_ids: [id],
    });
    const text = unmarked(marked);
    const [shown = '', collapsed = ''] = text.split(/\n\n(?=\|\|> )(.*)/s);
    assert.ok(numbersIn(shown).includes(25) && numbersIn(collapsed).includes(175), text);
    assert.deepEqual(
      [...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)),
      citations.map(({ number }) => number),
    );
    for (const { number, text: quotation } of citations)
      assert.match(text, new RegExp(`passage ${numbersIn(unmarked(quotation))[0]} [^\\n]*\\[${number}\\]`));
  });
});

describe('[Q-04] a book is recognized in a question', () => {
  const titlesFor = async (text: string) => {
    chat.answers(streams('The lantern was lit. [1]'));
    const { citations } = await ask(text);
    return [...new Set(citations.map(({ book_title }) => book_title))];
  };

  test('without its article, by its current title, or by an author in a script without spaces', async () => {
    const id = await putLongBook({ completed: 1, title: 'The Old Lighthouse', author: '夏目漱石' });
    await putLongBook({ completed: 1, title: 'Another Story', author: 'A. Writer' });
    assert.deepEqual(await titlesFor('Who lit the lantern in Old Lighthouse?'), ['The Old Lighthouse']);
    await mentor.reader.call('PATCH /books/:id', { params: { id }, body: { title: 'A New Name' } });
    assert.deepEqual(await titlesFor('Who lit the lantern in A New Name?'), ['A New Name']);
    assert.deepEqual(await titlesFor('夏目漱石の lantern'), ['A New Name']);
  });

  test('but not by a word that is also an author’s name, or that begins a title', async () => {
    await putLongBook({ completed: 1, title: 'Keeper of One Story', author: 'Ann Keeper' });
    await putLongBook({ completed: 1, title: 'Another Story', author: 'A. Writer' });
    await titlesFor('Who saw the keeper of the lantern?');
    const sent = () => chat.requests[0]?.body.messages.at(-1)?.content ?? '';
    assert.match(sent(), /Keeper of One Story/);
    assert.match(sent(), /Another Story/);
    await titlesFor('What does Keeper say of the lantern?');
    assert.doesNotMatch(sent(), /Another Story/);
  });
});
