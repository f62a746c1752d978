import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import type { FullTextHit } from '../store/fullText.ts';
import { foldWord } from '../store/textTokens.ts';
import { isApparatus } from './apparatus.ts';
import { type RetrievedHit, retrieve } from './retrieve.ts';
import { beginningIn, otherFormsIn } from './stem.ts';

export interface PassagesFound {
  /** Best first; where several books are meant, theirs in turn. */
  hits: FullTextHit[];
  /** Words of the question that stand nowhere in the books meant, and are missed. */
  nowhere: string[];
  /** None of the best passages has much of what the words tell: they may not answer the question. */
  isWeak: boolean;
}

/** Passages that are looked at before apparatus is left out. */
const lookedAt = 40;
/** The best passages, which are looked at for whether they answer. */
const best = 10;
/** Part of what the words tell that one of them must have; chosen by the seen half of bench/questions (ADR 0122). */
const leastCoverage = 0.38;
/** The same where a word that is no name stands nowhere. */
const enoughCoverage = 0.6;
/** Shorter words are too common, or too often written in another way, for their absence to say something. */
const leastLetters = 4;

/** Passages of the reader's books for the words of a question, without title pages, contents and the like. */
export async function findPassages(
  db: Db,
  services: Pick<Services, 'fullText'>,
  wanted: {
    userId: string;
    words: readonly string[];
    language: string;
    books: readonly { id: string }[];
  },
): Promise<PassagesFound> {
  const { userId, words, language, books } = wanted;
  const scope = books.length > 0 ? { bookIds: books.map(({ id }) => id) } : {};
  const [all, nowhere] = await Promise.all([
    books.length > 1
      ? Promise.all(
          books.map(({ id }) =>
            retrieve(db, services, { userId, words, language, bookIds: [id], limit: lookedAt }),
          ),
        )
      : retrieve(db, services, { userId, words, language, ...scope, limit: lookedAt }).then((hits) => [hits]),
    standsNowhere(db, services, { userId, words, language, ...scope }),
  ]);
  const hits: RetrievedHit[] = inTurn(all.map((those) => those.filter((hit) => !isApparatus(hit))));
  const coverage = Math.max(0, ...hits.slice(0, best).map((hit) => hit.coverage));
  // A passage with nearly all of the other words may well answer in words of its own; a name has no other words.
  const isTold = coverage >= enoughCoverage && !nowhere.some(isName);
  return { hits, nowhere: isTold ? [] : nowhere, isWeak: words.length > 0 && coverage < leastCoverage };
}

const isName = (word: string) => /^\p{Lu}/u.test(word);

async function standsNowhere(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  {
    words,
    language,
    ...scope
  }: { userId: string; words: readonly string[]; language: string; bookIds?: string[] },
): Promise<string[]> {
  const found = await Promise.all(
    words.map(async (word) => {
      const folded = foldWord(word);
      if (/^\p{Script=Latin}+$/u.test(folded) && folded.length < leastLetters) return null;
      const forms = otherFormsIn(language, folded).map((form) => ({ words: [form], open: false }));
      const terms = [{ words: [beginningIn(language, folded)], open: true }, ...forms];
      return (await fullText.search(db, { ...scope, terms, mode: 'any', limit: 1 })).length === 0
        ? word
        : null;
    }),
  );
  return found.filter((word) => word !== null);
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
