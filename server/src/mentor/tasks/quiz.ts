import { unmarked } from '../../store/excerpt.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { foldWord } from '../../store/textTokens.ts';
import { type AnswerPlan, numbered, type TaskContext } from '../answerPlan.ts';
import { asFound } from '../asFound.ts';
import { type Chapter, chaptersNamedIn, chaptersOf, merged, onlySentence } from '../chapters.ts';
import { message } from '../message.ts';
import { isStopWord } from '../question/question.ts';
import { withoutHeading } from '../quoting.ts';
import { centrality, sentencesOf } from '../sentences.ts';
import { chosenBook } from './chosenBook.ts';

const questions = 5;
const [shortest, longest] = [50, 260];

const instruction =
  'Ask the reader five questions about this chapter, numbered, each in a paragraph of its own, from the sources alone. ' +
  'After each question put a paragraph that begins with "|| " and holds the answer with its citation. Ask for ' +
  'understanding, not for single words.';

/** Questions on a chapter: its own sentences with a word left out, and the answers collapsed. */
export async function quiz(context: TaskContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const { book, place, none } = await chosenBook(context);
  if (!book) return none;
  const isWholeBook = asked.spoilers || place.collapsedFrom === Infinity;
  const chapters = await chaptersOf(db, book.id, isWholeBook ? Infinity : place.collapsedFrom);
  const named = chaptersNamedIn(
    asked.text,
    { ...book, chapters, readTo: place.readTo },
    asked.earlier.exchanges,
  );
  const chapter = named?.[0] ? merged(named) : place.underWay ? chapters.at(-1) : chapters[0];
  const asks = chapter ? cloze(chapter) : [];
  if (!chapter || asks.length === 0) {
    return {
      citations: [],
      said: [[message('noQuestions', { title: book.title })]],
      instruction: null,
    };
  }
  const passages = await asFound(
    { db, asked: { ...asked, spoilers: true } },
    asks.map(({ hit }) => hit),
    longest,
  );
  const citations = numbered(passages.map((item) => ({ ...item, text: unmarked(item.text) })));
  const lines = asks.flatMap(({ question, answer, options }, at) => [
    [[`${at + 1}. ${question}`, ...(options.length > 1 ? [options.join(' · ')] : [])].join('\n')],
    [`|| ${answer}. [${citations[at]?.number ?? at + 1}]`],
  ]);
  const { title } = book;
  const of =
    chapter.title === null
      ? message('questions', { title })
      : message('questionsOnChapter', { title, chapter: chapter.title });
  return { citations, said: [[of, ' ', message('leftOut')], ...lines], instruction };
}

interface Cloze {
  hit: FullTextHit;
  question: string;
  answer: string;
  options: string[];
}

/** Matches a whole word. */
const wordAlone = (word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');

/**
 * The most central sentences, each from another passage, without their most telling word: a name, else a rare word.
 */
function cloze({ passages }: Chapter): Cloze[] {
  const sentences = passages.flatMap((hit) => sentencesOf(hit.text).map((sentence) => ({ hit, sentence })));
  const scores = centrality(sentences.map(({ sentence }) => sentence));
  const names = capitalizedWords(passages);
  const ranked = sentences
    .map((entry, at) => ({ ...entry, score: scores[at] ?? 0 }))
    .filter(({ sentence: { text } }) => text.length >= shortest && text.length <= longest)
    .sort((a, b) => b.score - a.score);
  const chosen: { hit: FullTextHit; text: string; answer: string }[] = [];
  for (const { hit, sentence } of ranked) {
    if (chosen.length === questions) break;
    const chosenAnswers = new Set(chosen.map(({ answer }) => foldWord(answer)));
    const answer = wordToAskFor(sentence.text, names, chosenAnswers);
    if (answer === null || chosen.some((other) => other.hit.seq === hit.seq)) continue;
    chosen.push({ hit, text: sentence.text, answer });
  }
  const answers = chosen.map(({ answer }) => answer);
  return chosen
    .sort((a, b) => a.hit.seq - b.hit.seq)
    .map(({ hit, text, answer }) => ({
      hit: onlySentence(hit, text),
      question: inQuotes(withoutHeading(text, hit.chapter).replace(wordAlone(answer), '____')),
      answer,
      options: optionsFor(answer, [...answers, ...names]),
    }));
}

/** In quotation marks, instead of one at the beginning or end that belongs to the whole sentence. */
const inQuotes = (text: string) =>
  `“${text.replace(/^[“"«„]([^”"»]*)[”"»]?$/u, '$1').replace(/^([^“"«„]*)[”"»]$/u, '$1')}”`;

/** Words with a capital within sentences, the most frequent first. */
function capitalizedWords(passages: readonly FullTextHit[]): string[] {
  const counts = new Map<string, number>();
  for (const { text } of passages) {
    for (const [, name = ''] of text.matchAll(/(?<=\p{Ll},? )(\p{Lu}\p{Ll}{2,})(?![\p{L}\p{N}])/gu)) {
      if (!isStopWord(foldWord(name))) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

function wordToAskFor(text: string, names: readonly string[], known: ReadonlySet<string>): string | null {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word);
  const fit = (word: string) => !known.has(foldWord(word));
  const name = words.slice(1).find((word) => names.includes(word) && fit(word));
  if (name !== undefined) return name;
  const plain = words.filter(
    (word) => /^\p{Ll}{5,}$/u.test(word) && !isStopWord(foldWord(word)) && fit(word),
  );
  return plain.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** The answer among three others of its kind, in the order of the alphabet. */
function optionsFor(answer: string, others: readonly string[]): string[] {
  const isName = /^\p{Lu}/u.test(answer);
  const alike = [...new Set(others)].filter(
    (other) => foldWord(other) !== foldWord(answer) && /^\p{Lu}/u.test(other) === isName,
  );
  return [answer, ...alike.slice(0, 3)].sort((a, b) => a.localeCompare(b));
}
