import { type AnswerPlan, type Found, type MentorContext, numbered } from '../answer.ts';
import { message } from '../message.ts';
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

const instruction =
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
  return { citations, said, instruction };
}

/** Places in the order of the book. */
function placeNumber(position: Found['position']): number {
  return (position?.spine_index ?? position?.page ?? 0) + (position?.fraction ?? 0);
}
