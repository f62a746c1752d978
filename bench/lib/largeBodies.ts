import { randomUUID } from 'node:crypto';

/** A request of an attack. */
export type Attack = () => [path: string, init: RequestInit];

const json = (path: string, body: string, method = 'POST', headers = {}): [string, RequestInit] => [
  path,
  { method, headers: { 'content-type': 'application/json', ...headers }, body },
];

const size = 900_000;
const repeated = (text: string) => text.repeat(Math.floor(size / text.length));
const letters = JSON.stringify({ content: 7, title: 'x'.repeat(size) });
const numbers = JSON.stringify({ content: Array(140_001).fill(1) });
const nested = `{"content":[${repeated(`${'['.repeat(60)}${']'.repeat(60)},`)}0]}`;
const keys = `{${Array.from({ length: 90_000 }, (_, i) => `"k${i.toString(36)}":0`).join()}}`;
const highlights = JSON.stringify({
  documents: Array.from({ length: 9_000 }, (_, i) => ({
    title: `Book ${i}`,
    entries: [{ text: 'x', page: i }],
  })),
});

/** Large bodies of every kind: refused ones, and for a device a file that is stored. */
export const largeBodies = (device: string): Record<string, Attack> => ({
  '900,000 characters': () => json('/v1/notes', letters),
  '140,001 numbers': () => json('/v1/notes', numbers),
  'deep nesting': () => json('/v1/notes', nested),
  '90,000 keys': () => json('/v1/notes', keys),
  'multipart/form-data without a file': () => {
    const form = new FormData();
    form.append('title', letters);
    return ['/v1/books', { method: 'POST', body: form }];
  },
  'a file over WebDAV': () =>
    json(`/dav/${randomUUID().slice(0, 1)}.json`, highlights, 'PUT', { authorization: device }),
  'a path that does not exist': () => json('/v1/none', keys),
});
