import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { unmarked } from '../../store/excerpt.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { type AnswerPlan, type Found, numbered, type TaskContext } from '../answerPlan.ts';
import { asFound } from '../asFound.ts';
import { type Chapter, chaptersOf, onlySentence, withoutFrontMatter } from '../chapters.ts';
import { message } from '../message.ts';
import { quotation } from '../quoting.ts';
import { centrality, type Sentence, sentencesOf } from '../sentences.ts';
import { chosenBook } from './chosenBook.ts';

const mostParts = 8;
const sentencesAPart = 2;
const [shortest, longest] = [40, 320];

const instruction =
  'Sum up the story or the argument so far, in the order of the sources, in two to five short paragraphs. ' +
  'The sources are all that the reader has read: say nothing of what comes after, even if you know this book.';

/**
 * Sums up what was read: the most central sentences of each part in order, never past the reader's place.
 */
export async function summary(context: TaskContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const { book, place, none } = await chosenBook(context);
  if (!book) return none;
  const isWholeBook = asked.spoilers || place.collapsedFrom === Infinity;
  const to = isWholeBook ? Infinity : place.underWay ? place.readTo : place.beginningTo;
  const chapters = withoutFrontMatter(await chaptersOf(db, book.id, to));
  if (chapters.length === 0 || to === 0) {
    return {
      citations: [],
      said: [[message('justBegun', { title: book.title })]],
      instruction: null,
    };
  }
  const parts = inParts(chapters);
  const partSummaries = parts.map((part) => ({ title: part.title, hits: centralSentences(part) }));
  const passages: Found[] = await asFound(
    { db, asked: { ...asked, spoilers: true } },
    partSummaries.flatMap(({ hits }) => hits),
    longest,
  );
  const citations = numbered(passages.map((item) => ({ ...item, text: sentenceOf(item.text) })));
  const { title: name } = book;
  const scopeMessage = isWholeBook
    ? message(place.readTo === 0 ? 'soFarUnbegun' : 'soFarAll', { title: name })
    : !place.underWay
      ? message('beginningOf', { title: name })
      : message('soFar', { title: name, percent: { percent: book.progress } });
  const said: MentorPart[][] = [[scopeMessage, ' ', message('ownSentences')]];
  let next = 0;
  for (const { title, hits } of partSummaries) {
    if (title !== null) said.push([`${title}:`]);
    said.push(...citations.slice(next, next + hits.length).map(quotation));
    next += hits.length;
  }
  return { citations, said, instruction };
}

/** The marked sentence alone. */
function sentenceOf(text: string): string {
  return /\uE000([^\uE001]*)\uE001/.exec(text)?.[1] ?? unmarked(text);
}

/** Chapters merged into at most `mostParts` parts. */
function inParts(chapters: readonly Chapter[]): Chapter[] {
  const size = Math.ceil(chapters.length / mostParts);
  const parts: Chapter[] = [];
  for (let at = 0; at < chapters.length; at += size) {
    const these = chapters.slice(at, at + size);
    const titles = these.flatMap(({ title }) => title ?? []);
    const [first, last] = [titles[0], titles.at(-1)];
    parts.push({
      title: first === undefined ? null : first === last || !last ? first : `${first} – ${last}`,
      passages: these.flatMap(({ passages }) => passages),
    });
  }
  return parts;
}

/** The most central sentences in order, each from another passage. */
function centralSentences({ passages }: Chapter): FullTextHit[] {
  const sentences: { hit: FullTextHit; sentence: Sentence }[] = passages.flatMap((hit) =>
    sentencesOf(hit.text).map((sentence) => ({ hit, sentence })),
  );
  const scores = centrality(sentences.map(({ sentence }) => sentence));
  const best = sentences
    .map((entry, at) => ({ ...entry, score: scores[at] ?? 0 }))
    .filter(({ sentence: { text } }) => text.length >= shortest && text.length <= longest)
    .sort((a, b) => b.score - a.score);
  const chosen: typeof best = [];
  for (const entry of best) {
    if (chosen.length === sentencesAPart) break;
    if (!chosen.some(({ hit }) => hit.seq === entry.hit.seq)) chosen.push(entry);
  }
  return chosen
    .sort((a, b) => a.hit.seq - b.hit.seq)
    .map(({ hit, sentence }) => onlySentence(hit, sentence.text));
}
