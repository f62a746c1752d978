import { sampleReader } from '../../tools/lib/deploy/sampleReader.mjs';

/** The reader whose pages are pictured. */
export interface Pictured {
  token: string;
  user: object;
  bookId: string;
}

/**
 * Playwright's global setup: one reader for all pages, with the same name and texts each time, so that pictures differ
 * only if the code does.
 * @returns deletes the account
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const { token, user, bookId, remove } = await sampleReader(process.env.LECTERN_URL ?? '', {
    name: 'Reader of Lines',
    email: `pictures-${crypto.randomUUID()}@example.org`,
    password: crypto.randomUUID(),
  });
  const reader: Pictured = { token, user, bookId };
  process.env.LECTERN_PICTURES_READER = JSON.stringify(reader);
  return remove;
}
