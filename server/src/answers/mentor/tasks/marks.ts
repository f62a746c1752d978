import { unmarked } from '../../../store/excerpt.ts';
import { tellingWordsOf } from '../../search/questionWords.ts';
import { type RetrievedHit, retrieve } from '../../search/retrieve.ts';
import { type AnswerPlan, type Found, foundIn, type MentorContext, message, numbered } from '../answer.ts';
import { quotation } from '../quotation.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { chosenBook, only } from './chosenBook.ts';

const mostMarks = 8;
const mostReviewed = 14;

/** The reader's highlights and notes, newest first, of the chosen books or all; those with words are a search. */
export async function highlights({ db, asked }: MentorContext): Promise<AnswerPlan> {
  const { userId, bookIds = [] } = asked;
  const found = await searchAnnotations(db, { userId, bookIds, words: [] });
  const citations = numbered(found.slice(0, mostMarks));
  if (citations.length === 0) return only('noHighlights');
  const first = message(found.length > mostMarks ? 'latestMarks' : 'yourMarks', { number: found.length });
  return { citations, said: [[first], ...citations.map(quotation)], instruction: null };
}

const reviewInstruction =
  'Draft a review of the book in the voice of the reader, from what the reader marked and wrote, in three to five ' +
  'short paragraphs: what the book is, what stayed, what it is worth and for whom. Claim no opinion that is not in the ' +
  'reader’s own notes; where one is missing, leave an open place in square brackets with a question.';

/** The draft of a review: highlights and notes in the order of the book, with the questions that a review answers. */
export async function review(context: MentorContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const { book, none } = await chosenBook(context);
  if (!book) return none;
  const { title, rating } = book;
  const found = await searchAnnotations(db, { userId: asked.userId, bookIds: [book.id], words: [] });
  if (found.length === 0) return only('nothingToReview', { title });
  const inOrder = found.sort((one, other) => placeNumber(one.position) - placeNumber(other.position));
  const citations = numbered(inOrder.slice(0, mostReviewed));
  const ofKind = (kind: Found['kind']) =>
    citations.filter((citation) => citation.kind === kind).map(quotation);
  const [marked, written] = [ofKind('highlight'), ofKind('note')];
  const stars = rating === null ? [] : [' ', message('stars', { stars: rating })];
  const said = [
    [message('review', { title }), ...stars, ' ', message('keepTheBest')],
    ...(marked.length > 0 ? [[message('whatStayed')], ...marked] : []),
    ...(written.length > 0 ? [[message('whatYouThought')], ...written] : []),
    [message('whatAbout')],
    [message('forWhom')],
  ];
  return { citations, said, instruction: reviewInstruction };
}

/** Places in the order of the book. */
function placeNumber(position: Found['position']): number {
  return (position?.spine_index ?? position?.page ?? 0) + (position?.fraction ?? 0);
}

const mostConnected = 10;
const mostPairs = 4;
/** Telling words of a mark that are searched for, and those that a passage on the same subject has at least. */
const [mostWords, leastShared] = [6, 2];

const connectInstruction =
  'The sources come in pairs: what the reader marked or wrote, and a passage of another book. For each pair say in one ' +
  'or two sentences what connects them and where they differ.';

interface Pair {
  mark: Found;
  hit: RetrievedHit;
}

/** The latest highlights and notes beside passages of other books that share their words. */
export async function connect(context: MentorContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const bookIds = asked.bookIds ?? [];
  const marks = await searchAnnotations(db, { userId: asked.userId, bookIds, words: [] });
  if (marks.length === 0) return only('markFirst');
  const found = await Promise.all(marks.slice(0, mostConnected).map((mark) => pairFor(context, mark)));
  const pairs = found
    .filter((pair) => pair !== null)
    .sort((one, other) => other.hit.has.length - one.hit.has.length);
  const others = await foundIn(
    context,
    pairs.map(({ hit }) => hit),
  );
  const shown = pairs
    .map((pair, at) => ({ ...pair, other: others[at] }))
    .filter(({ other }) => other !== undefined && !other.ahead)
    .slice(0, mostPairs);
  if (shown.length === 0) return only('noneOfTheSame');
  const citations = numbered(shown.flatMap(({ mark, other }) => (other ? [mark, other] : [])));
  const lines = shown.flatMap(({ hit }, at) => {
    const [one, other] = citations.slice(2 * at, 2 * at + 2);
    if (!one || !other) return [];
    const words = { words: hit.has.slice(0, 3) };
    const lead = message('markAndPassage', { one: one.book_title, other: other.book_title, words });
    return [[lead], quotation(one), quotation(other)];
  });
  return { citations, said: [[message('compared')], ...lines], instruction: connectInstruction };
}

/** The passage of another book that shares the most words with a note or highlight. */
async function pairFor({ db, services, asked }: MentorContext, mark: Found): Promise<Pair | null> {
  const words = tellingWordsOf(unmarked(mark.text))
    .sort((one, other) => other.length - one.length)
    .slice(0, mostWords);
  if (words.length < leastShared) return null;
  const query = { userId: asked.userId, words, language: 'en', notBookId: mark.book_id, limit: 5 };
  const { hits } = await retrieve(db, services, query);
  const [hit] = hits.sort((one, other) => other.has.length - one.has.length);
  return hit && hit.has.length >= leastShared ? { mark, hit } : null;
}
