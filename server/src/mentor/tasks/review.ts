import { type AnswerPlan, numbered, type TaskContext } from '../answerPlan.ts';
import { message } from '../message.ts';
import { quotation } from '../quoting.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { chosenBook } from './chosenBook.ts';

const most = 14;

const instruction =
  'Draft a review of the book in the voice of the reader, from what the reader marked and wrote, in three to five ' +
  'short paragraphs: what the book is, what stayed, what it is worth and for whom. Claim no opinion that is not in the ' +
  'reader’s own notes; where one is missing, leave an open place in square brackets with a question.';

/**
 * The draft of a review: notes and highlights in the order of the book, with the questions that a review answers.
 */
export async function review(context: TaskContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const { book, none } = await chosenBook(context);
  if (!book) return none;
  const annotations = await searchAnnotations(db, { userId: asked.userId, bookId: book.id, words: [] });
  if (annotations.length === 0) {
    return {
      citations: [],
      said: [[message('nothingToReview', { title: book.title })]],
      instruction: null,
    };
  }
  const citations = numbered(
    [...annotations].sort((a, b) => placeNumber(a.position) - placeNumber(b.position)).slice(0, most),
  );
  const marked = citations.filter(({ kind }) => kind === 'highlight');
  const written = citations.filter(({ kind }) => kind === 'note');
  const stars = book.rating === null ? [] : [' ', message('stars', { stars: book.rating })];
  const said = [
    [message('review', { title: book.title }), ...stars, ' ', message('keepTheBest')],
    ...(marked.length > 0 ? [[message('whatStayed')], ...marked.map(quotation)] : []),
    ...(written.length > 0 ? [[message('whatYouThought')], ...written.map(quotation)] : []),
    [message('whatAbout')],
    [message('forWhom')],
  ];
  return { citations, said, instruction };
}

/** Places in the order of the book. */
function placeNumber(position: { spine_index?: number; fraction?: number; page?: number } | null): number {
  if (position === null) return Number.MAX_SAFE_INTEGER;
  if (position.spine_index !== undefined) return position.spine_index + (position.fraction ?? 0);
  return position.page ?? Number.MAX_SAFE_INTEGER;
}
