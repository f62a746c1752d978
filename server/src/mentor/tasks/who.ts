import { findPassages, scopeOf } from '../../search/findPassages.ts';
import { type AnswerPlan, foundIn, type MentorContext, numbered } from '../answer.ts';
import { chaptersOf } from '../chapters.ts';
import { message } from '../message.ts';
import { namesIn } from '../names.ts';
import { quotation } from '../quotation.ts';
import { chosenBook, only } from './chosenBook.ts';

const [mostPassages, mostNames] = [5, 6];

const instruction =
  'Say who or what this is, from the sources alone, in one or two short paragraphs: first the plain answer, then what ' +
  'the sources tell of them. Say nothing of what comes after.';

/** Who somebody is: the first passages with the name, else the best. Without a name: the names of the book. */
export async function who(context: MentorContext): Promise<AnswerPlan> {
  const { db, services, asked } = context;
  if (asked.text === '') return names(context);
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
  return { citations, said: [[message('mentioned', words)], ...citations.map(quotation)], instruction };
}

/** The names that a book has most often up to the reader's place, each with its first mention. */
async function names(context: MentorContext): Promise<AnswerPlan> {
  const { book, none } = await chosenBook(context);
  if (!book) return none;
  const { spoilers } = context.asked;
  const chapters = await chaptersOf(context.db, book.id, spoilers ? Infinity : book.place.collapsedFrom);
  const passages = chapters.flatMap((chapter) => chapter.passages);
  const frequent = namesIn(passages.map(({ text }) => text)).slice(0, mostNames);
  const hits = frequent.flatMap((name) => passages.find(({ text }) => text.includes(name)) ?? []);
  if (hits.length === 0) return only('nothingToSumUp', { title: book.title });
  const marked = hits.map((hit, at) => ({
    ...hit,
    marked: hit.text.replace(frequent[at] ?? '', (name) => `\uE000${name}\uE001`),
  }));
  const citations = numbered(await foundIn(context, marked));
  const lines = citations.flatMap((citation, at) => [
    [message('firstNamed', { name: frequent[at] ?? '' })],
    quotation(citation),
  ]);
  return { citations, said: [[message('namedOften', { title: book.title })], ...lines], instruction: null };
}
