/** A reader with a book, a highlight and a note, for a remote that runs alone. */
import { readFileSync } from 'node:fs';
import { makeEpub, sentence } from '../../e2e/support/books.ts';

/** @returns {Promise<{ token: string, user: object, bookId: string }>} */
export async function addSamples(origin) {
  const call = async (path, init) => {
    const answer = await fetch(`${origin}/v1${path}`, init);
    if (!answer.ok) throw new Error(`The sample data could not be made: ${path} answered ${answer.status}.`);
    return answer.status === 204 ? null : answer.json();
  };
  const json = (body, token) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const account = { name: 'Sample Reader', email: 'sample@example.org', password: crypto.randomUUID() };
  const { token, user } = await call('/auth/register', json(account));
  const authorization = `Bearer ${token}`;
  const form = new FormData();
  form.append('file', new Blob([readFileSync(await makeEpub('A Sample of Lines'))]), 'sample.epub');
  const book = await call('/books', { method: 'POST', headers: { authorization }, body: form });
  await call(
    `/books/${book.id}/notes`,
    json({ id: crypto.randomUUID(), content: `A note on: ${sentence(0, 1)}` }, token),
  ).catch(() => null);
  return { token, user, bookId: book.id };
}
