import { type AnswerPlan, type Found, numbered, type TaskContext } from '../answerPlan.ts';
import { asFound } from '../asFound.ts';
import { chaptersOf, withoutFrontMatter } from '../chapters.ts';
import { message, type Paragraphs } from '../message.ts';
import { around, namesIn } from '../names.ts';
import { chosenBook } from './chosenBook.ts';

const mostNames = 6;
/** Passages in which the names are counted. */
const mostPassages = 3_000;
const wholePassage = 1_600;

const instruction =
  'Say who the main persons are, as far as the sources show it, each in one sentence. Say nothing of what comes after.';

/** The names that a book has most often up to the reader's place, each with its first mention. */
export async function characters(context: TaskContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const { book, place, none } = await chosenBook(context);
  if (!book) return none;
  const { title } = book;
  const isWholeBook = asked.spoilers || place.collapsedFrom === Infinity;
  const chapters = withoutFrontMatter(
    await chaptersOf(db, book.id, isWholeBook ? Infinity : place.collapsedFrom),
  );
  const passages = chapters.flatMap((chapter) => chapter.passages).slice(0, mostPassages);
  const firsts = mostNamed(passages.map(({ text }) => text)).flatMap((name) => {
    const hit = passages.find(({ text }) => text.includes(name));
    return hit ? [{ name, hit }] : [];
  });
  if (firsts.length === 0) return { citations: [], said: [[message('nothingToAnswer')]], instruction: null };
  const found: Found[] = await asFound(
    { db, asked: { ...asked, spoilers: true } },
    firsts.map(({ hit }) => hit),
    wholePassage,
  );
  const lines = firsts.flatMap(
    ({ name, hit }, at): Paragraphs => [
      [message('firstNamed', { name })],
      [`> ${around(hit.text, name)} [${at + 1}]`],
    ],
  );
  const first = message(place.underWay ? 'namedOftenSoFar' : 'namedOften', { title });
  return { citations: numbered(found), said: [[first], ...lines], instruction };
}

/** The most frequent names, of which no two share a word: "Mr. Darcy" is also "Darcy". */
function mostNamed(texts: readonly string[]): string[] {
  const chosen: string[] = [];
  for (const name of namesIn(texts)) {
    if (chosen.length === mostNames) break;
    const words = name.split(' ');
    if (!chosen.some((other) => other.split(' ').some((word) => words.includes(word)))) chosen.push(name);
  }
  return chosen;
}
