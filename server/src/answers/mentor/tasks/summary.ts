import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { unmarked } from '../../../store/excerpt.ts';
import type { FullTextHit } from '../../../store/fullText.ts';
import { type AnswerPlan, foundIn, type MentorContext, message, numbered } from '../answer.ts';
import {
  type Chapter,
  chaptersOf,
  chapterTitled,
  hasText,
  merged,
  onlySentence,
  withoutFrontMatter,
} from '../chapters.ts';
import { centrality, quotation, sentencesOf } from '../quotation.ts';
import { chosenBook, only } from './chosenBook.ts';

const mostParts = 8;
const [sentencesAPart, sentencesOfChapter] = [2, 6];
/** Characters of a sentence that is quoted. */
const [shortest, longest] = [40, 320];

const instruction =
  'Sum up the story or the argument so far, in the order of the sources, in two to five short paragraphs. ' +
  'The sources are all that the reader has read: say nothing of what comes after, even if you know this book.';

/** Sums up what was read: the most central sentences of each part in order, never past the reader's place. */
export async function summary(context: MentorContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const { book, none } = await chosenBook(context);
  if (!book) return none;
  const { title, place } = book;
  const isWhole = asked.spoilers || place.collapsedFrom === Infinity;
  const to = isWhole ? Infinity : place.underWay ? place.readTo : place.beginningTo;
  const chapters = withoutFrontMatter((await chaptersOf(db, book.id, to)).filter(hasText));
  if (chapters.length === 0) return only(place.underWay ? 'justBegun' : 'nothingToSumUp', { title });
  const { citations, parts } = await keySentences(context, inParts(chapters), sentencesAPart);
  const scope = isWhole
    ? message('soFarAll', { title })
    : place.underWay
      ? message('soFar', { title, percent: { percent: book.progress } })
      : message('beginningOf', { title });
  return { citations, said: [[scope, ' ', message('ownSentences')], ...parts], instruction };
}

/** Sums up one chapter as far as it was read: the chosen one, else the one that the reader is in. */
export async function chapterSummary(context: MentorContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const { book, none } = await chosenBook(context);
  if (!book) return none;
  const { title, place } = book;
  const all = await chaptersOf(db, book.id, Infinity);
  const begun = withoutFrontMatter(all.filter(hasText)).filter(
    ({ passages }) => (passages[0]?.seq ?? 0) <= place.readTo,
  );
  const chosen = asked.chapter === null ? (begun.at(-1) ?? all[0]) : chapterTitled(all, asked.chapter);
  if (!chosen) return only('noSuchChapter', { title });
  const to = asked.spoilers ? Infinity : place.collapsedFrom;
  const passages = chosen.passages.filter(({ seq }) => seq < to);
  const chapter = chosen.title ?? title;
  if (passages.length === 0) return only('chapterAhead', { chapter, title });
  const { citations, parts } = await keySentences(context, [{ title: null, passages }], sentencesOfChapter);
  const isWhole = passages.length === chosen.passages.length;
  const scope = message(isWhole ? 'chapterSummed' : 'chapterSoFar', { chapter, title });
  return { citations, said: [[scope], ...parts], instruction };
}

/** The key sentences of each part, below its title where it has one. */
async function keySentences(
  context: MentorContext,
  parts: readonly Chapter[],
  ofEach: number,
): Promise<{ citations: Citation[]; parts: MentorPart[][] }> {
  const chosen = parts.map((part) => ({ title: part.title, hits: centralSentences(part, ofEach) }));
  const found = await foundIn(
    withSpoilers(context),
    chosen.flatMap(({ hits }) => hits),
  );
  const citations = numbered(found.map((item) => ({ ...item, text: sentenceOf(item.text) })));
  const said: MentorPart[][] = [];
  let next = 0;
  for (const { title, hits } of chosen) {
    if (title !== null) said.push([`${title}:`]);
    said.push(...citations.slice(next, next + hits.length).map(quotation));
    next += hits.length;
  }
  return { citations, parts: said };
}

/** For passages that were cut at the reader's place already. */
export const withSpoilers = ({ db, asked }: MentorContext) => ({ db, asked: { ...asked, spoilers: true } });

/** The marked sentence alone. */
function sentenceOf(text: string): string {
  return /\uE000([^\uE001]*)\uE001/.exec(text)?.[1] ?? unmarked(text);
}

/** Chapters merged into at most `mostParts` parts. */
function inParts(chapters: readonly Chapter[]): Chapter[] {
  const size = Math.ceil(chapters.length / mostParts);
  return Array.from({ length: Math.ceil(chapters.length / size) }, (_, at) =>
    merged(chapters.slice(at * size, (at + 1) * size)),
  );
}

/** The most central sentences in order, each from another passage; of verses the first passages. */
function centralSentences({ passages }: Chapter, count: number): FullTextHit[] {
  const chosen = rankedSentences(passages, shortest, longest).slice(0, count);
  if (chosen.length === 0) return passages.slice(0, sentencesAPart);
  return chosen.sort((a, b) => a.hit.seq - b.hit.seq).map(({ hit, text }) => onlySentence(hit, text));
}

/** The sentences of passages that say the most, best first, one of each passage. */
export function rankedSentences(
  passages: readonly FullTextHit[],
  shortest: number,
  longest: number,
): { hit: FullTextHit; text: string }[] {
  const sentences = passages.flatMap((hit) => sentencesOf(hit.text).map((sentence) => ({ hit, sentence })));
  const scores = centrality(sentences.map(({ sentence }) => sentence));
  const seen = new Set<number>();
  return sentences
    .map(({ hit, sentence }, at) => ({ hit, text: sentence.text, score: scores[at] ?? 0 }))
    .filter(({ text }) => text.length >= shortest && text.length <= longest)
    .sort((a, b) => b.score - a.score)
    .filter(({ hit }) => !seen.has(hit.seq) && seen.add(hit.seq));
}
