/** Quality and speed of the mentor: its retrieval beside plain full text, its first words beside those of the model. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../server/src/store/engine.ts';
import { beginStream, chatServer, chunk } from '../server/test/support/mentor/chatServer.ts';
import { compared, type Figure, interleaved, type ServerBenchmark, within } from './lib/bench.ts';
import { type LibraryServer, libraryServer, storeOf } from './lib/libraryServer.ts';
import { type Library, type Measured, measure, type Quality, questionsOf } from './lib/quality.ts';

/** The promise is absolute; the machine's speed is shown beside it. */
const passagesWithin = 100;
const firstWordsWithin = 1.3;

/** The pace of the scripted endpoint, as of a small model on one's own machine: first word, and from word to word. */
const pace = { first: 2_000, next: 33 };
const spoken =
  'The first passage that was found speaks of it in its own words. [1] The others tell more of it. [2]';

export const mentor: ServerBenchmark = {
  name: 'mentor',
  async run({ books }): Promise<Figure[]> {
    const endpoint = await chatServer(async (response) => {
      beginStream(response);
      await pause(pace.first);
      for (const word of spoken.split(' ')) {
        response.write(chunk(`${word} `));
        await pause(pace.next);
      }
      response.end(`${chunk('', 'stop')}data: [DONE]\n\n`);
    });
    const server = await libraryServer({
      settings: { MENTOR_BASE_URL: endpoint.baseUrl, MENTOR_MODEL: 'scripted' },
    });
    const library = { reader: server, store: await storeOf(server.dataDir) };
    try {
      await addBooks(library, books);
      const seen = await measure(library, questionsOf('seen'));
      const unseen = await measure(library, questionsOf('unseen'));
      const missing = [...seen.missing, ...unseen.missing];
      if (missing.length > 0) throw new Error(`No book has: ${missing.join('; ')}`);
      const milliseconds = [...seen.milliseconds, ...unseen.milliseconds];
      return [
        ...misses('seen half', seen),
        ...misses('unseen half', unseen),
        within('passages for a question, median', passagesWithin, milliseconds),
        await firstWords(server, endpoint.baseUrl),
      ];
    } finally {
      await library.store.db.destroy();
      await server.stop();
      await endpoint.stop();
    }
  },
};

/** The first words of an answer that a model writes, and those of the same endpoint asked directly. */
function firstWords({ url, token }: LibraryServer, baseUrl: string): Promise<Figure> {
  const text = questionsOf('seen')[0]?.question ?? '';
  const ours = () =>
    untilSaid(
      `${url}/v1/mentor/conversations/${randomUUID()}/stream`,
      { id: randomUUID(), text },
      /"type":"text"/,
      token,
    );
  const direct = { model: 'scripted', stream: true, messages: [{ role: 'user', content: text }] };
  const reference = () => untilSaid(`${baseUrl}/chat/completions`, direct, /"content":"\S/);
  return interleaved('first words by a model / asked directly', firstWordsWithin, 5, ours, reference);
}

/** Milliseconds until a streamed answer has this. */
async function untilSaid(url: string, body: object, wanted: RegExp, token = ''): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  let said = '';
  let milliseconds: number | null = null;
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    said += decoder.decode(piece, { stream: true });
    if (wanted.test(said)) milliseconds ??= performance.now() - start;
  }
  if (milliseconds === null) throw new Error(`No words: ${said.slice(0, 500)}`);
  return milliseconds;
}

/** Misses, so that less is better as in all figures. */
function misses(half: string, { plain, product, saidUnanswerable }: Measured): Figure[] {
  const figure = (at: keyof Quality, what: string) => {
    const name = `${half}, ${product.questions} questions, ${what} / plain full text`;
    return compared(name, 'score', 1 - product[at], Math.max(1 - plain[at], 0.001), 1);
  };
  return [
    figure('hitAt1', 'not answered by the first passage'),
    figure('hitAt5', 'not answered by the first five'),
    figure('hitAt10', 'not answered by the first ten'),
    figure('meanReciprocalRank', '1 - mean reciprocal rank'),
    compared(`${half}, unanswerable questions that are answered / all`, 'score', 1 - saidUnanswerable, 1, 1),
  ];
}

/** Uploads every readable book of the folders, and waits until their text is complete; the others are left out. */
async function addBooks({ reader, store }: Library, folder: string): Promise<void> {
  for (const kind of ['epub', 'pdf']) {
    for (const name of readdirSync(join(folder, kind))) {
      const body = new FormData();
      body.set('file', new File([readFileSync(join(folder, kind, name))], name));
      await reader.ask('/v1/books', { method: 'POST', body }).catch(() => undefined);
    }
  }
  await untilComplete(store);
}

/** How long the index of the passages may take. */
const completeWithinMs = 1_200_000;

/** The server answers an upload before it has indexed all passages. */
async function untilComplete({ db }: Engine): Promise<void> {
  const end = Date.now() + completeWithinMs;
  const isMissing = async () =>
    (await db.selectFrom('passages').select('id').where('indexed', '=', 0).executeTakeFirst()) !== undefined;
  while (await isMissing()) {
    if (Date.now() > end) throw new Error('The text of the books was not complete in time.');
    await pause(200);
  }
}
