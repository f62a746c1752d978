import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { retrieve } from '../../search/retrieve.ts';
import { stem } from '../../search/stem.ts';
import { unmarked } from '../../store/excerpt.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { type AnswerPlan, type Found, numbered, type TaskContext } from '../answerPlan.ts';
import { asFound } from '../asFound.ts';
import { bookNamedIn, booksToLookUp } from '../bookLookup.ts';
import { message } from '../message.ts';
import { quotation } from '../quoting.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { termsOf } from '../sentences.ts';

const mostStarts = 10;
const mostPairs = 4;
/** Telling words that two passages on the same subject share at least. */
const leastShared = 2;

const instruction =
  'The sources come in pairs: what the reader marked or wrote, and a passage of another book. For each pair say in one ' +
  'or two sentences what connects them and where they differ.';

interface Pair {
  mark: Found;
  hit: FullTextHit;
  shared: string[];
}

/** Notes and highlights beside passages of other books on the same subject. */
export async function connect(context: TaskContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const books = await booksToLookUp(db, asked.userId, {
    texts: [asked.text],
    ids: asked.bookId === null ? [] : [asked.bookId],
  });
  const named = asked.bookId ? books.find(({ id }) => id === asked.bookId) : bookNamedIn(asked.text, books);
  const two = await db
    .selectFrom('books')
    .select('id')
    .where('user_id', '=', asked.userId)
    .limit(2)
    .execute();
  if (two.length < 2) return only(message('twoBooksFirst'));
  const marks = await searchAnnotations(db, {
    userId: asked.userId,
    bookId: named?.id,
    words: [],
    ofAllBooks: true,
  });
  if (marks.length === 0)
    return only(named ? message('markInBookFirst', { title: named.title }) : message('markFirst'));
  const pairs = (await Promise.all(marks.slice(0, mostStarts).map((mark) => pairFor(context, mark))))
    .flatMap((pair) => pair ?? [])
    .sort((a, b) => b.shared.length - a.shared.length)
    .slice(0, mostPairs);
  if (pairs.length === 0) return only(message('noneOfTheSame'));
  const others = await asFound(
    { db, asked },
    pairs.map(({ hit }) => hit),
  );
  const citations = numbered(pairs.flatMap(({ mark }, at) => [mark, ...(others[at] ? [others[at]] : [])]));
  const shown: Citation[] = citations.filter(({ ahead }) => !ahead);
  const lines = pairs.flatMap(({ shared, mark }, at) => {
    const [one, other] = [citations[at * 2], citations[at * 2 + 1]];
    if (!one || !other || other.ahead) return [];
    const both = {
      one: one.book_title,
      other: other.book_title,
      words: { words: shared.slice(0, 3) },
    };
    const lead = message(mark.kind === 'note' ? 'noteAndPassage' : 'highlightAndPassage', both);
    return [[lead], quotation(one), quotation(other)];
  });
  return { citations: shown, said: [[message('compared')], ...lines], instruction };
}

function only(part: MentorPart): AnswerPlan {
  return { citations: [], said: [[part]], instruction: null };
}

/** The passage of another book that shares the most words with a note or highlight. */
async function pairFor({ db, services, asked }: TaskContext, mark: Found): Promise<Pair | null> {
  const terms = termsOf(unmarked(mark.text));
  if (terms.length < leastShared) return null;
  const hits = await retrieve(db, services, {
    userId: asked.userId,
    words: [...terms].sort((a, b) => b.length - a.length).slice(0, 6),
    notBookId: mark.book_id,
    limit: 5,
  });
  const best = hits
    .map((hit) => ({ mark, hit, shared: sharedTerms(terms, hit.text) }))
    .sort((a, b) => b.shared.length - a.shared.length)[0];
  return best && best.shared.length >= leastShared ? best : null;
}

function sharedTerms(terms: readonly string[], text: string): string[] {
  const stems = new Set(termsOf(text).map(stem));
  return terms.filter((term) => stems.has(stem(term)));
}
