import type { FullTextHit } from '../../../store/fullText.ts';
import { foldWord } from '../../../store/textTokens.ts';
import { tellingWordsOf } from '../../search/questionWords.ts';
import { type AnswerPlan, foundIn, type MentorContext, message, numbered } from '../answer.ts';
import { chaptersOf, chapterTitled, hasText, onlySentence } from '../chapters.ts';
import { withoutHeading } from '../quotation.ts';
import { chosenBook, only } from './chosenBook.ts';
import { rankedSentences, withSpoilers } from './summary.ts';

const mostQuestions = 5;
const [shortest, longest] = [50, 260];

const instruction =
  'Ask the reader five questions about this chapter, numbered, each in a paragraph of its own, from the sources alone. ' +
  'After each question put a paragraph that begins with "|| " and holds the answer with its citation. Ask for ' +
  'understanding, not for single words.';

/** Questions on a chapter: its own sentences with a word left out, and the answers hidden. */
export async function quiz(context: MentorContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const { book, none } = await chosenBook(context);
  if (!book) return none;
  const { title, place } = book;
  const chapters = await chaptersOf(db, book.id, asked.spoilers ? Infinity : place.collapsedFrom);
  const chapter =
    asked.chapter !== null
      ? chapterTitled(chapters, asked.chapter)
      : chapters.filter(hasText).at(place.underWay ? -1 : 0);
  const questions = chapter ? cloze(chapter.passages) : [];
  if (!chapter || questions.length === 0) return only('noQuestions', { title });
  const citations = numbered(
    await foundIn(
      withSpoilers(context),
      questions.map(({ hit, text }) => onlySentence(hit, text)),
    ),
  );
  const lines = questions.flatMap(({ question, answer, options }, at) => [
    [[`${at + 1}. ${question}`, ...(options.length > 1 ? [options.join(' · ')] : [])].join('\n')],
    [`|| ${answer}. [${citations[at]?.number ?? at + 1}]`],
  ]);
  const scope =
    chapter.title === null
      ? message('questions', { title })
      : message('questionsOnChapter', { title, chapter: chapter.title });
  return { citations, said: [[scope, ' ', message('leftOut')], ...lines], instruction };
}

interface Cloze {
  hit: FullTextHit;
  text: string;
  question: string;
  answer: string;
  options: string[];
}

/** The most central sentences in order, without a name or their longest telling word. */
function cloze(passages: readonly FullTextHit[]): Cloze[] {
  const names = namesIn(passages.map(({ text }) => text)).filter((name) => !name.includes(' '));
  const chosen: { hit: FullTextHit; text: string; answer: string }[] = [];
  for (const { hit, text } of rankedSentences(passages, shortest, longest)) {
    if (chosen.length === mostQuestions) break;
    const asked = new Set(chosen.map(({ answer }) => foldWord(answer)));
    const answer = wordToAskFor(text, names, asked);
    if (answer !== undefined) chosen.push({ hit, text, answer });
  }
  const answers = chosen.map(({ answer }) => answer);
  return chosen
    .sort((a, b) => a.hit.seq - b.hit.seq)
    .map(({ hit, text, answer }) => ({
      hit,
      text,
      answer,
      question: inQuotes(withoutHeading(text, hit.chapter).replace(wholeWord(answer), '____')),
      options: optionsFor(answer, [...answers, ...names]),
    }));
}

/** Names in texts: words with a capital that do not begin a sentence, the most frequent first. */
function namesIn(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const pattern =
    /(?<=[\p{Ll},;] )(?:(?:Mr|Mrs|Ms|Dr)\. )?\p{Lu}[\p{Ll}’'-]{2,}(?: \p{Lu}[\p{Ll}’'-]{2,})*/gu;
  for (const text of texts)
    for (const [name] of text.matchAll(pattern)) {
      const plain = name.replace(/[’']s$/, '');
      counts.set(plain, (counts.get(plain) ?? 0) + 1);
    }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

const wholeWord = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'gu');

/** In quotation marks, instead of one at the beginning or end that belongs to the whole sentence. */
const inQuotes = (text: string) =>
  `“${text.replace(/^[“"«„]([^”"»]*)[”"»]?$/u, '$1').replace(/^([^“"«„]*)[”"»]$/u, '$1')}”`;

function wordToAskFor(
  text: string,
  names: readonly string[],
  asked: ReadonlySet<string>,
): string | undefined {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !asked.has(foldWord(word)));
  const telling = new Set(tellingWordsOf(text));
  return (
    words.slice(1).find((word) => names.includes(word)) ??
    words
      .filter((word) => /^\p{Ll}{5,}$/u.test(word) && telling.has(foldWord(word)))
      .sort((a, b) => b.length - a.length)[0]
  );
}

/** The answer among three others of its kind, in the order of the alphabet. */
function optionsFor(answer: string, others: readonly string[]): string[] {
  const isName = /^\p{Lu}/u.test(answer);
  const alike = [...new Set(others)].filter(
    (other) => foldWord(other) !== foldWord(answer) && /^\p{Lu}/u.test(other) === isName,
  );
  return [answer, ...alike.slice(0, 3)].sort((a, b) => a.localeCompare(b));
}
