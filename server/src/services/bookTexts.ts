import type { Book } from '@lectern/shared-contracts/api/books.ts';

/** What the API says of books, as JSON, ready to be sent again. */
export interface BookTexts {
  /** Of the book in this revision. @param grant the signature for the URLs of its cover */
  find(id: string, revision: number, grant: string): Buffer | undefined;
  /** @param grant the signature of the URLs in `book` */
  keep(id: string, revision: number, grant: string, book: Book): Buffer;
}

/** Some kilobyte each. */
const mostKept = 5_000;

/** Kept in this process; nothing has to be told to others, because a change anywhere is another revision. */
export function ownBookTexts(): BookTexts {
  const kept = new Map<string, { revision: number; grant: string; text: Buffer }>();
  return {
    find(id, revision, grant) {
      const known = kept.get(id);
      if (known?.revision !== revision) return undefined;
      if (known.grant !== grant) {
        // Another sign-in, or the next period. Nothing else in the text can be what the server alone can make.
        known.text = Buffer.from(known.text.toString().replaceAll(known.grant, grant));
        known.grant = grant;
      }
      return known.text;
    },
    keep(id, revision, grant, book) {
      const text = Buffer.from(JSON.stringify(book));
      // Anew at the end: what was kept longest ago goes first.
      kept.delete(id);
      kept.set(id, { revision, grant, text });
      const [oldest] = kept.size > mostKept ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
      return text;
    },
  };
}
