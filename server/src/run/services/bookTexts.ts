import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { LRUCache } from 'lru-cache';

/** About a kilobyte each. */
const maxKept = 5_000;

/** Caches the JSON of books per process. No invalidation is needed, because every change has a new revision. */
export function ownBookTexts() {
  const cache = new LRUCache<string, { revision: number; grant: string; text: Buffer }>({ max: maxKept });
  return {
    /**
     * The JSON of this revision.
     * @param grant the signature for the URLs of its cover
     */
    find(id: string, revision: number, grant: string): Buffer | undefined {
      const cached = cache.get(id);
      if (cached?.revision !== revision) return undefined;
      if (cached.grant !== grant) {
        // The signature has changed: another session or period. Nothing else in the text can equal a signature.
        cached.text = Buffer.from(cached.text.toString().replaceAll(cached.grant, grant));
        cached.grant = grant;
      }
      return cached.text;
    },
    /** @param grant the signature of the URLs in `book` */
    keep(id: string, revision: number, grant: string, book: Book): Buffer {
      const text = Buffer.from(JSON.stringify(book));
      cache.set(id, { revision, grant, text });
      return text;
    },
  };
}

export type BookTexts = ReturnType<typeof ownBookTexts>;
