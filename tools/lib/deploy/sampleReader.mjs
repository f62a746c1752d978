/** Creates a reader with two books, a reading position, a highlight, a note and a session, over HTTP. */
import { readFileSync } from 'node:fs';
import { makeEpub, makePdf, sentence } from '../../../e2e/support/books.ts';

/**
 * @param {string} origin of a running Lectern
 * @param {{ name: string, email: string, password: string, existing?: boolean }} account registered, unless it is
 *   `existing`; if it has books already, none are added
 * @returns {Promise<{ token: string, user: object, bookId: string, remove(): Promise<void> }>}
 */
export async function sampleReader(origin, { existing = false, ...account }) {
  const call = async (method, path, body, token) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${origin}/v1${path}`, {
      method,
      headers: {
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    if (!answer.ok)
      throw new Error(
        `The sample reader could not be made: ${method} ${path} answered ${answer.status} ${await answer.text()}`,
      );
    return answer.status === 204 ? null : answer.json();
  };
  const { email, password } = account;
  const { token, user } = existing
    ? await call('POST', '/auth/login', { email, password })
    : await call('POST', '/auth/register', account);
  const { items } = await call('GET', '/books?limit=1', null, token);
  const bookId = items[0]?.id ?? (await addThings((...request) => call(...request, token)));
  return {
    token,
    user,
    bookId,
    remove: async () => {
      if (!existing) await call('DELETE', '/auth/delete-account', { password }, token);
    },
  };
}

async function addThings(call) {
  const upload = async (name, path) => {
    const form = new FormData();
    form.append('file', new Blob([readFileSync(path)]), name);
    return (await call('POST', '/books', form)).id;
  };
  const bookId = await upload('sample.epub', await makeEpub('A Sample of Lines'));
  await upload('sample.pdf', makePdf('A page of samples'));
  const text = sentence(0, 1);
  const ended = Date.now() - 3_600_000;
  const position = { spine_index: 0, fraction: 0.4 };
  await call('PUT', `/books/${bookId}/progress`, {
    current_page: 1,
    total_pages: 3,
    percentage: 40,
    position,
    updated_at: new Date(ended).toISOString(),
  });
  await call('POST', `/books/${bookId}/highlights`, { text, color: 'yellow', position });
  await call('POST', '/notes', { content: `A note on: ${text}`, book_id: bookId, tags: ['sample'] });
  await call('POST', '/reading/session', {
    book_id: bookId,
    started_at: new Date(ended - 1_200_000).toISOString(),
    ended_at: new Date(ended).toISOString(),
    seconds: 1_200,
    pages_read: 2,
  });
  return bookId;
}
