import type { Book } from '@lectern/shared-contracts/api/books.ts';

/** Caches the JSON of books. */
export interface BookTexts {
  /**
   * The JSON of this revision.
   * @param grant the signature for the URLs of its cover
   */
  find(id: string, revision: number, grant: string): Buffer | undefined;
  /** @param grant the signature of the URLs in `book` */
  keep(id: string, revision: number, grant: string, book: Book): Buffer;
}

/** About a kilobyte each. */
const maxKept = 5_000;

/** An in-memory cache per process. No invalidation is needed, because every change has a new revision. */
export function ownBookTexts(): BookTexts {
  const cache = new Map<string, { revision: number; grant: string; text: Buffer }>();
  return {
    find(id, revision, grant) {
      const cached = cache.get(id);
      if (cached?.revision !== revision) return undefined;
      if (cached.grant !== grant) {
        // The signature has changed: another session or period. Nothing else in the text can equal a signature.
        cached.text = Buffer.from(cached.text.toString().replaceAll(cached.grant, grant));
        cached.grant = grant;
      }
      return cached.text;
    },
    keep(id, revision, grant, book) {
      const text = Buffer.from(JSON.stringify(book));
      // Reinsert at the end, to evict the least recently used first.
      cache.delete(id);
      cache.set(id, { revision, grant, text });
      const [oldest] = cache.size > maxKept ? cache.keys() : [];
      if (oldest !== undefined) cache.delete(oldest);
      return text;
    },
  };
}
