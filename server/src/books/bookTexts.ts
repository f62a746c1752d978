import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Grants } from '../auth/grants.ts';

/** What the API says of books, as JSON, ready to be sent again. */
export interface BookTexts {
  /** Of the book in this revision, while the addresses in it are the ones that would be given now. */
  find(id: string, revision: number): Buffer | undefined;
  keep(id: string, revision: number, book: Book): Buffer;
}

/** Some kilobyte each. */
const mostKept = 5_000;

/** Kept in this process; nothing has to be told to others, because a change anywhere is another revision. */
export function ownBookTexts(grants: Pick<Grants, 'endOf'>): BookTexts {
  const kept = new Map<string, { revision: number; until: number; text: Buffer }>();
  const until = () => grants.endOf('cover').getTime();
  return {
    find(id, revision) {
      const known = kept.get(id);
      return known?.revision === revision && known.until === until() ? known.text : undefined;
    },
    keep(id, revision, book) {
      const text = Buffer.from(JSON.stringify(book));
      // Anew at the end: what was kept longest ago goes first.
      kept.delete(id);
      kept.set(id, { revision, until: until(), text });
      const [oldest] = kept.size > mostKept ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
      return text;
    },
  };
}
