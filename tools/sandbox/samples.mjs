/** A reader with books, a highlight, a note and a session, for a remote that runs alone. */
import { sampleReader } from '../lib/deploy/sampleReader.mjs';

/** @returns {Promise<{ token: string, user: object, bookId: string }>} */
export async function addSamples(origin) {
  const account = { name: 'Sample Reader', email: 'sample@example.org', password: crypto.randomUUID() };
  const { token, user, bookId } = await sampleReader(origin, account);
  return { token, user, bookId };
}
