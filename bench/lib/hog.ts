/**
 * A reader who causes the maximum load, on many connections, and ignores rejections. A worker: it prepares, reports
 * that it is ready, and starts and stops on request.
 */

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import sharp from 'sharp';
import { type Attack, largeBodies } from './largeBodies.ts';
import { makeNotes } from './libraryServer.ts';

export interface HogTask {
  url: string;
  headers: Record<string, string>;
  /** Folder of the real books. */
  books: string;
  dataDir: string;
  userId: string;
  /** Basic authentication of a device of theirs. */
  device: string;
}

/** Starts some of the deeds, or ends them. */
export type HogOrder = { begin: readonly string[] } | 'end';

// In reality it runs on another machine: here it has lower priority than the server and the twenty readers.
if (process.platform === 'linux') setPriority(0, 10);

const task = workerData as HogTask;
const notes = 3_000;
const noteLength = 10_000;

const content = 'Long are the notes of those who read at night. '.repeat(noteLength / 47);
await makeNotes(task.dataDir, task.userId, notes, () => content);
const bookId = await firstBook();
const cover = await largestCover();
const pdfs = copiesOf(largestPdfs(), withBytes);
const epubs = copiesOf(
  ['leo-tolstoy_war-and-peace_louise-maude_aylmer-maude', 'herman-melville_moby-dick'].map((name) =>
    readFileSync(join(task.books, 'epub', `${name}.epub`)),
  ),
  withComment,
);

let count = 0;
const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const words = ['the', 'whale', 'love and war', 'a', 'tho', 'nothng', '"the sea"', 'in:voyage the'];

/** Connections of each attack by large bodies, and of the requests that it is compared with. */
const bodiesAtOnce = 8;
const health: Attack = () => ['/v1/health', {}];

/** The kinds of requests, and how many connections use each at once. */
const deeds: Record<string, { atOnce: number; ask: () => Promise<[string, RequestInit?]> }> = {
  ...Object.fromEntries(
    Object.entries({ health, ...largeBodies(task.device) }).map(([name, attack]) => [
      name,
      { atOnce: bodiesAtOnce, ask: async () => attack() },
    ]),
  ),
  notes: { atOnce: 10, ask: async () => ['/v1/notes'] },
  pdfs: { atOnce: 18, ask: async () => upload(pdfs.next().value, 'pdf') },
  epubs: { atOnce: 4, ask: async () => upload(epubs.next().value, 'epub') },
  covers: { atOnce: 24, ask: async () => [`/v1/books/${bookId}/cover`, json('PUT', { image: cover })] },
  suggestions: { atOnce: 20, ask: async () => ['/v1/mentor/suggestion'] },
  imports: { atOnce: 20, ask: async () => ['/v1/books/import', json('POST', { items: listOfBooks() })] },
  searches: {
    atOnce: 20,
    ask: async () => [`/v1/search?limit=50&q=${encodeURIComponent(words[count++ % words.length] ?? '')}`],
  },
  exports: { atOnce: 20, ask: async () => ['/v1/export?files=1'] },
  questions: {
    atOnce: 20,
    ask: async () => [
      `/v1/mentor/conversations/${randomUUID()}/messages`,
      json('POST', { text: 'What does the captain say of the whale, and of the sea?' }),
    ],
  },
  writes: { atOnce: 20, ask: async () => ['/v1/notes', json('POST', { content: 'x'.repeat(1_000) })] },
  lists: { atOnce: 20, ask: async () => ['/v1/books?limit=200'] },
};

let over = new AbortController();
let done: Record<string, Record<string, number>> = {};
let loops: Promise<void>[] = [];

async function obey(order: HogOrder): Promise<void> {
  if (order === 'end') {
    over.abort();
    await Promise.all(loops);
    parentPort?.postMessage(done);
    return;
  }
  over = new AbortController();
  done = {};
  loops = order.begin.flatMap((name) => {
    const { atOnce, ask } = deeds[name] as (typeof deeds)[string];
    return Array.from({ length: atOnce }, () => loop(name, ask, over.signal));
  });
  parentPort?.postMessage('begun');
}
parentPort?.on('message', (order: HogOrder) => runInBackground(obey(order)));
parentPort?.postMessage('ready');

async function loop(
  name: string,
  ask: () => Promise<[string, RequestInit?]>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const [path, init = {}] = await ask();
    const headers = { ...task.headers, ...(init.headers as Record<string, string> | undefined) };
    const status = await fetch(`${task.url}${path}`, { ...init, headers, signal })
      .then(async (answer) => {
        for await (const _ of answer.body ?? []);
        return String(answer.status);
      })
      .catch(() => 'broken');
    const counts = done[name] ?? {};
    done[name] = counts;
    counts[status] = (counts[status] ?? 0) + 1;
  }
}

function upload(file: Uint8Array<ArrayBuffer>, kind: string): [string, RequestInit] {
  const form = new FormData();
  form.append('file', new Blob([file]), `book.${kind}`);
  return ['/v1/books', { method: 'POST', body: form }];
}

function largestPdfs(): Buffer[] {
  const folder = join(task.books, 'pdf');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  return files.sort((a, b) => b.length - a.length).slice(0, 5);
}

/** Bytes after the end of a PDF are ignored. */
function withBytes(file: Buffer, comment: string) {
  return Buffer.concat([file, Buffer.from(`\n%${comment}\n`)]);
}

const listOfBooks = () =>
  Array.from({ length: 200 }, () => ({
    title: `Imported ${randomUUID()}`,
    author: 'Many Authors',
    status: 'unread',
  }));

/** An image of 64 megapixels in some hundred kilobytes. */
async function largestCover(): Promise<string> {
  const create = { width: 8_000, height: 8_000, channels: 3, background: '#246' } as const;
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}

async function firstBook(): Promise<string> {
  const answer = await fetch(`${task.url}/v1/books?limit=1`, { headers: task.headers });
  return ((await answer.json()) as { items: { id: string }[] }).items[0]?.id ?? '';
}

/** The files over and over: a few different bytes make a file that the server has not seen yet. */
function* copiesOf(
  files: readonly Buffer[],
  vary: (file: Buffer, comment: string) => Buffer<ArrayBuffer>,
): Generator<Buffer<ArrayBuffer>, never> {
  for (;;) for (const file of files) yield vary(file, randomUUID());
}

/** The zip with this comment at its end. */
function withComment(file: Buffer, comment: string) {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error('This is not a zip.');
  const kept = file.subarray(0, end + 22);
  const bytes = Buffer.concat([kept, Buffer.from(comment)]);
  bytes.writeUInt16LE(comment.length, end + 20);
  return bytes;
}
