/** @jest-environment node */

import { wholeFile } from './wholeFile.ts';

test.each<[Record<string, string>, boolean]>([
  [{ 'content-length': '4000' }, true],
  [{}, false],
  [{ 'content-length': '400', 'content-encoding': 'gzip' }, false],
])('a response is read as it arrives if it has the length of the file: %j', async (headers, isUsed) => {
  const answer = { ok: true, headers: new Headers({ 'lectern-api': '1', ...headers }), body: null };
  Object.assign(globalThis, { fetch: async () => answer as Response });
  expect((await wholeFile('/file/1')) !== null).toBe(isUsed);
});
