import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { unmarked } from '../../store/excerpt.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { type AnswerPlan, type Found, numbered, type TaskContext } from '../answerPlan.ts';
import { asFound } from '../asFound.ts';
import {
  type Chapter,
  chaptersNamedIn,
  chaptersOf,
  hasText,
  merged,
  onlySentence,
  titleOf,
  upTo,
  withoutFrontMatter,
} from '../chapters.ts';
import { message } from '../message.ts';
import type { Place } from '../place.ts';
import { chapterAskedIn } from '../question/chapterAsked.ts';
import { quotation } from '../quoting.ts';
import { centrality, type Sentence, sentencesOf } from '../sentences.ts';
import { chosenBook } from './chosenBook.ts';

const mostParts = 8;
const [sentencesAPart, sentencesOfChapter] = [2, 6];
/** Of several chapters together; two of each where that is more. */
const sentencesOfSeveral = 12;
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
  const all = await chaptersOf(db, book.id, Infinity);
  const named = chaptersNamedIn(
    asked.text,
    { ...book, chapters: all, readTo: place.readTo },
    asked.earlier.exchanges,
  );
  if (named) {
    const about = { title: book.title, isWholeBook, place };
    const isToHere = (chapterAskedIn(asked.text)?.upToHere ?? 0) > 0;
    const isJustBegun = isToHere && !upTo(named, place.readTo).some(hasText);
    if (isJustBegun && !asked.spoilers) return chapterBefore(context, { ...about, chapters: named, all });
    return chapterSummary(context, { ...about, chapters: named });
  }
  const to = isWholeBook ? Infinity : place.underWay ? place.readTo : place.beginningTo;
  const chapters = withoutFrontMatter(upTo(all, to).filter(hasText));
  if (chapters.length === 0 || to === 0) {
    return {
      citations: [],
      said: [[place.underWay ? message('justBegun', { title: book.title }) : message('nothingToAnswer')]],
      instruction: null,
    };
  }
  const { citations, parts } = await keySentences(context, inParts(chapters), sentencesAPart);
  const { title: name } = book;
  const scopeMessage = isWholeBook
    ? message(place.readTo === 0 ? 'soFarUnbegun' : 'soFarAll', { title: name })
    : !place.underWay
      ? message('beginningOf', { title: name })
      : message('soFar', { title: name, percent: { percent: book.progress } });
  return { citations, said: [[scopeMessage, ' ', message('ownSentences')], ...parts], instruction };
}

/** What is said of chapters. */
interface AboutChapters {
  title: string;
  chapters: readonly Chapter[];
  isWholeBook: boolean;
  place: Place;
}

/** The same of chapters, as far as the reader has read. */
async function chapterSummary(
  context: TaskContext,
  { title, chapters, isWholeBook, place }: AboutChapters,
): Promise<AnswerPlan> {
  const none = { citations: [], instruction: null };
  if (chapters.length === 0) return { ...none, said: [[message('noSuchChapter', { title })]] };
  const to = isWholeBook ? Infinity : place.collapsedFrom;
  const read = upTo(chapters, to);
  // Of all from one chapter on, no title of a chapter after the reader's place.
  const isOnward = chapterAskedIn(context.asked.text)?.isOnward === true;
  const titled = !isOnward ? chapters : read.length > 0 ? read : chapters.slice(0, 1);
  const chapter = titleOf(titled) ?? '';
  const [count, countRead] = [chapters, read].map((list) => list.flatMap(({ passages }) => passages).length);
  if (read.length === 0)
    return { ...none, withheld: 1, said: [[message('chapterAhead', { chapter, title })]] };
  const ofEach = Math.max(sentencesAPart, Math.floor(sentencesOfSeveral / read.length));
  const { citations, parts } =
    chapters.length > 1
      ? await keySentences(context, inParts(read), ofEach)
      : await keySentences(context, [{ title: null, passages: read[0]?.passages ?? [] }], sentencesOfChapter);
  const scope = message(countRead === count ? 'chapterSummed' : 'chapterSoFar', { chapter, title });
  return { citations, said: [[scope], ...parts], instruction };
}

/** For a chapter at whose beginning the reader is: that it is just begun, and the chapter before. */
async function chapterBefore(
  context: TaskContext,
  { all, ...about }: AboutChapters & { all: readonly Chapter[] },
): Promise<AnswerPlan> {
  const { title, chapters, place } = about;
  const none = { citations: [], instruction: null };
  if (!place.underWay) return { ...none, said: [[message('notBegun', { title })]] };
  const [here] = chapters;
  const content = withoutFrontMatter(all);
  const before = here && content[content.indexOf(here) - 1];
  if (!before) return { ...none, withheld: 1, said: [[message('justBegun', { title })]] };
  const answer = await chapterSummary(context, { ...about, chapters: [before] });
  const first = message('chapterJustBegun', { chapter: here.title ?? '' });
  return { ...answer, withheld: 1, said: [[first], ...answer.said] };
}

/** The key sentences of each part: below its title where it has one. */
async function keySentences(
  { db, asked }: TaskContext,
  parts: readonly Chapter[],
  ofEach: number,
): Promise<{ citations: Citation[]; parts: MentorPart[][] }> {
  const chosen = parts.map((part) => ({ title: part.title, hits: centralSentences(part, ofEach) }));
  const passages: Found[] = await asFound(
    { db, asked: { ...asked, spoilers: true } },
    chosen.flatMap(({ hits }) => hits),
    longest,
  );
  const citations = numbered(passages.map((item) => ({ ...item, text: sentenceOf(item.text) })));
  const said: MentorPart[][] = [];
  let next = 0;
  for (const { title, hits } of chosen) {
    if (title !== null) said.push([`${title}:`]);
    said.push(...citations.slice(next, next + hits.length).map(quotation));
    next += hits.length;
  }
  return { citations, parts: said };
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
    parts.push(merged(these));
  }
  return parts;
}

/** The most central sentences in order, each from another passage. */
function centralSentences({ passages }: Chapter, count: number): FullTextHit[] {
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
    if (chosen.length === count) break;
    if (!chosen.some(({ hit }) => hit.seq === entry.hit.seq)) chosen.push(entry);
  }
  // A chapter of short sentences or verses: its first passages.
  if (chosen.length === 0) return passages.slice(0, sentencesAPart);
  return chosen
    .sort((a, b) => a.hit.seq - b.hit.seq)
    .map(({ hit, sentence }) => onlySentence(hit, sentence.text));
}
