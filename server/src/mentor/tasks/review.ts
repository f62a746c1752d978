import { type Brief, numbered, type TaskContext } from '../brief.ts';
import { ownWords } from '../ownWords.ts';
import { quotation } from '../quoting.ts';
import { chosenBook } from './chosenBook.ts';

const most = 14;

const instruction =
  'Draft a review of the book in the voice of the reader, from what the reader marked and wrote, in three to five ' +
  'short paragraphs: what the book is, what stayed, what it is worth and for whom. Claim no opinion that is not in the ' +
  'reader’s own notes; where one is missing, leave an open place in square brackets with a question.';

/** A review begun: what the reader marked and wrote, in the order of the book, with the questions that a review answers. */
export async function review(context: TaskContext): Promise<Brief> {
  const { db, asked } = context;
  const { book, none } = await chosenBook(context);
  if (!book) return { citations: [], plain: none, instruction: null };
  const own = await ownWords(db, { userId: asked.userId, bookId: book.id, words: [] });
  if (own.length === 0) {
    return {
      citations: [],
      plain: `There is no highlight or note of yours in “${book.title}” yet. Mark what stays with you while you read, and I will gather it for a review.`,
      instruction: null,
    };
  }
  const citations = numbered(
    [...own].sort((a, b) => placeNumber(a.position) - placeNumber(b.position)).slice(0, most),
  );
  const marked = citations.filter(({ kind }) => kind === 'highlight');
  const written = citations.filter(({ kind }) => kind === 'note');
  const stars = book.rating === null ? '' : ` You gave it ${book.rating} of 5 stars.`;
  const lines = [
    `The beginnings of a review of “${book.title}”, from your own marks and notes in the order of the book.${stars} Keep what says it best, and answer the questions in your own words.`,
    ...(marked.length > 0 ? ['What stayed with you?', ...marked.map(quotation)] : []),
    ...(written.length > 0 ? ['What did you think?', ...written.map(quotation)] : []),
    'What is it about, in one sentence that gives nothing away?',
    'For whom would you take it from the shelf, and for whom not?',
  ];
  return { citations, plain: lines.join('\n\n'), instruction };
}

/** Places in the order of the book. */
function placeNumber(position: { spine_index?: number; fraction?: number; page?: number } | null): number {
  if (position === null) return Number.MAX_SAFE_INTEGER;
  if (position.spine_index !== undefined) return position.spine_index + (position.fraction ?? 0);
  return position.page ?? Number.MAX_SAFE_INTEGER;
}
