import type { FullTextHit } from '../../../store/fullText.ts';
import { findPassages, mostHits, type PassagesFound, scopeOf } from '../../search/findPassages.ts';
import {
  type AnswerPlan,
  foundIn,
  type MentorContext,
  message,
  numbered,
  type Paragraphs,
} from '../answer.ts';
import { placesIn } from '../place.ts';
import { quotation } from '../quotation.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { only } from './chosenBook.ts';

const [mostPassages, mostMarks] = [5, 3];
/** A model reads more than a person wants to. */
const mostForModel = 15;

const instruction =
  'Answer the question from the sources. Begin with the answer itself; then, where it helps, say what the sources show.';

/**
 * A typed text without a task is a search: first a sentence of what was found together and what nowhere, then the
 * reader's own notes and highlights, then the passages, best first. Those after the reader's place come last.
 */
export async function searchAnswer(context: MentorContext): Promise<AnswerPlan> {
  const { db, services, asked } = context;
  const scope = await scopeOf(db, asked);
  const { userId } = asked;
  const bookIds = scope.books.map(({ id }) => id);
  const found = scope.words.length === 0 ? [] : await searchAnnotations(db, { userId, bookIds, ...scope });
  const marks = found.slice(0, mostMarks);
  const result = await findPassages(db, services, { ...scope, userId });
  const places = await placesIn(db, userId, [...new Set(result.hits.map(({ bookId }) => bookId))]);
  const isBoundary = ({ bookId, seq }: { bookId: string; seq: number }) =>
    places.some((place) => place.bookId === bookId && place.collapsedFrom === seq);
  const passages = await foundIn(context, joinConsecutive(result.hits, isBoundary));
  const read = passages.filter(({ ahead }) => !ahead);
  const ahead = passages.filter((passage) => passage.ahead).slice(0, mostPassages);
  const [shown, more] = [read.slice(0, mostPassages), read.slice(mostPassages, mostForModel)];
  const forModel = numbered([...marks, ...shown, ...ahead, ...more]);
  const citations = forModel.slice(0, marks.length + shown.length + ahead.length);
  const isEmpty = citations.length === 0;
  const books = db.selectFrom('books').select('id').where('user_id', '=', userId).limit(1);
  if (isEmpty && (await books.execute()).length === 0) return only('noBooks');
  const said: Paragraphs = [[whatWasFound(scope.words, result, isEmpty)], ...citations.map(quotation)];
  return { citations, said, instruction: isEmpty ? null : instruction, forModel };
}

/** One sentence of how much of the words was found, and where. */
function whatWasFound(
  words: readonly string[],
  { hits, missing, together }: PassagesFound,
  isEmpty: boolean,
) {
  const quoted = (those: readonly string[]) => ({ words: [...those] });
  if (isEmpty) return message('nothingAbout', { words: quoted(words) });
  if (together > 0) {
    const number = together < mostHits ? together : `${mostHits}+`;
    return message(words.length === 1 ? 'foundWord' : 'foundTogether', { words: quoted(words), number });
  }
  const best = hits.find(({ has }) => has.length > 0)?.has ?? [];
  if (missing.length > 0)
    return best.length === 0
      ? message('nothingAbout', { words: quoted(missing) })
      : message('foundWithout', { missing: quoted(missing), words: quoted(best) });
  return best.length === 0
    ? message('foundInMarks', { words: quoted(words) })
    : message('foundApart', { all: quoted(words), words: quoted(best) });
}

const whoInstruction =
  'Say who or what this is, from the sources alone, in one or two short paragraphs: first the plain answer, then what ' +
  'the sources tell of them. Say nothing of what comes after.';

/** Who somebody is: the first passages with the name, else the best. */
export async function who(context: MentorContext): Promise<AnswerPlan> {
  const { db, services, asked } = context;
  const scope = await scopeOf(db, asked);
  const { hits } = await findPassages(db, services, { ...scope, userId: asked.userId, isName: true });
  const found = (
    await foundIn(
      context,
      hits.filter(({ has }) => has.length > 0),
    )
  ).slice(0, 3 * mostPassages);
  const citations = numbered(found.filter(({ ahead }) => !ahead).slice(0, mostPassages));
  const words = { words: { words: [...scope.words] } };
  if (citations.length === 0) return only(found.length > 0 ? 'onlyAhead' : 'nothingAbout', words);
  return {
    citations,
    said: [[message('mentioned', words)], ...citations.map(quotation)],
    instruction: whoInstruction,
  };
}

/** Only the best passages are joined. */
const mostJoined = 20;
/** Characters of a joined passage; a longer quotation is tedious. */
const mostCharacters = 1_500;

/**
 * Joins the best passages that follow each other in the same chapter file or page, so that they are quoted as one: an
 * answer often begins before the best passage or ends after it. A joined passage has the rank of its best part.
 * @param hits best first
 * @param isBoundary whether a passage must not be joined with the one before it
 */
export function joinConsecutive<T extends FullTextHit>(
  hits: readonly T[],
  isBoundary: (hit: Pick<FullTextHit, 'bookId' | 'seq'>) => boolean = () => false,
): T[] {
  const joined: { hit: T; last: number }[] = [];
  for (const hit of hits.slice(0, mostJoined)) {
    const other = joined.find(
      ({ hit: { bookId, target, seq, text }, last }) =>
        bookId === hit.bookId &&
        target === hit.target &&
        (hit.seq === last + 1 ? !isBoundary(hit) : hit.seq === seq - 1 && !isBoundary({ bookId, seq })) &&
        text.length + hit.text.length < mostCharacters,
    );
    if (!other) joined.push({ hit, last: hit.seq });
    else if (hit.seq > other.last) {
      other.hit = { ...other.hit, ...textsOf(other.hit, hit) };
      other.last = hit.seq;
    } else {
      const { passageId, seq, fraction } = hit;
      other.hit = { ...other.hit, passageId, seq, fraction, ...textsOf(hit, other.hit) };
    }
  }
  return [...joined.map(({ hit }) => hit), ...hits.slice(mostJoined)];
}

const textsOf = (before: FullTextHit, after: FullTextHit) => ({
  text: `${before.text} ${after.text}`,
  marked: `${before.marked} ${after.marked}`,
});
