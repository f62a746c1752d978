import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { asksForDefinition } from '../src/mentor/question/intents.ts';
import { parseQuestion } from '../src/mentor/question/question.ts';
import { isDefinition } from '../src/search/definitions.ts';
import { unmarked } from '../src/store/excerpt.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBook, putText } from './support/shelf.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const gam = [(word: string) => word === 'gam'];

for (const text of [
  'A gam is a meeting of two ships.',
  'Such a meeting is called a gam.',
  'Definition 4 Gam. Suppose that two ships meet.',
  'Gam means nothing else.',
  'Gam. A meeting of two ships.',
  'Ein Treffen, das man Gam nennt. Ein solches Gam ist ein Besuch.',
  'On parle. Cette visite est appelée un gam.',
  'Este encuentro, llamado gam, es breve.',
])
  test(`[Q-04] a passage that says what a word means: ${text}`, () => {
    assert.equal(isDefinition(text, gam), true);
  });

test('[Q-04] a passage that only has the word does not say what it means', () => {
  assert.equal(isDefinition('The captains had a gam in the evening, and the gam was long.', gam), false);
});

test('[Q-04] a question that asks what a word means is recognized', () => {
  const asks = (text: string) => asksForDefinition(text, parseQuestion(text).words);
  for (const text of [
    'What is a gam?',
    'What does “copyleft” mean?',
    'Define natural selection',
    'Was bedeutet Gam?',
    'Qu’est-ce qu’une valeur propre ?',
    '¿Qué significa «gam»?',
    'O que é um gam?',
    'Что такое гам?',
  ])
    assert.equal(asks(text), true, text);
  assert.equal(asks('Who held the gam?'), false);
  assert.equal(asks('What is the largest river that the two captains crossed in Georgia?'), false);
});

test('[Q-04] the passage that defines a word is quoted before others that have it more often', async () => {
  const reader = await server.reader(`reader-${randomUUID()}`);
  const owner = reader.user?.id ?? '';
  const id = await putBook(server.services, owner, { title: 'The Voyage', progress: 100, completed: 1 });
  await putText(server.services, owner, id, [
    {
      title: 'At sea',
      paragraphs: [
        'A gam in the morning, a gam at noon, and a gam in the evening: the captains liked it.',
        'The wind was fair and the ship went on.',
        'It was night, and nothing was seen of land.',
        'When two ships meet far from any coast and their crews visit each other, this is called a gam.',
      ],
    },
  ]);
  const { answer } = await reader.call('POST /mentor/conversations/:id/messages', {
    params: { id: randomUUID() },
    body: { text: 'What is a gam?' },
  });
  assert.match(unmarked(answer.citations[0]?.text ?? ''), /called a gam/);
});
