import type { AnswerPlan, TaskContext } from '../answerPlan.ts';
import type { LookupBook } from '../bookLookup.ts';
import { message, type Paragraphs } from '../message.ts';
import { summary } from './summary.ts';

const mostOfDescription = 1_000;

const instruction =
  'Say what this book is about, its subject or its story as far as the sources show it, in one short paragraph. ' +
  'Say nothing of what comes after the sources, even if you know this book.';

/** Says what a book is about: its description, and key sentences up to the reader's place. */
export async function aboutBook(context: TaskContext, { id, title }: LookupBook): Promise<AnswerPlan> {
  const { citations, said } = await summary({ ...context, asked: { ...context.asked, bookId: id } });
  const book = await context.db
    .selectFrom('books')
    .select('description')
    .where('id', '=', id)
    .executeTakeFirst();
  const text = (book?.description ?? '').replace(/\s+/g, ' ').trim();
  const description = text.length > mostOfDescription ? `${text.slice(0, mostOfDescription)} …` : text;
  const described: Paragraphs = text === '' ? [] : [[message('described', { title, description })]];
  return { citations, said: [...described, ...said], instruction };
}
