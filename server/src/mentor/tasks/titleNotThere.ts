import { hasAsName } from '../../search/booksOfNames.ts';
import { nearestWord } from '../../search/nearestWord.ts';
import { foldWord, isUnspaced } from '../../store/textTokens.ts';
import type { TaskContext } from '../answerPlan.ts';
import { isCommonNoun } from '../bookLookup.ts';
import { hasChapterWord, isPartWord } from '../question/chapterAsked.ts';
import { descriptionAskedIn, wordsBesideDescription } from '../question/descriptionAsked.ts';
import { asksWho, intentIn, isAnd, languageOf, wordsBesidePhrases } from '../question/intents.ts';
import type { Intent } from '../question/languages/intentPhrases.ts';
import { periodIn } from '../question/periods.ts';
import { worded } from '../question/phrases.ts';
import { parseQuestion } from '../question/question.ts';

/** Passages with a word that are looked at. */
const mostHits = 30;
/** Passages and the share of them that write a word with a capital, where it is a name. */
const [leastOfName, shareOfName] = [3, 0.8];
/** Share of the passages with a name that have it after a preposition of place, where it is a place. */
const shareOfPlace = 0.2;
/** A shorter word is spelled like too many others. */
const leastRespelled = 6;

/** Questions about a book; in those that are not about its content, words may only be a title. */
const aboutBooks: ReadonlySet<Intent> = new Set(['aboutBook', 'author', 'beginning', 'ending', 'characters']);

/**
 * The title in a question about a book ("What is Ulysses about?", "Who wrote Ulysses?", "Who is Bloom in Ulysses?"), of
 * which no book was found. Null where the words may be others: without a capital, where the books have them, and names
 * and phrases of the books.
 */
export async function titleNotThere(context: TaskContext): Promise<string | null> {
  const { text, bookId } = context.asked;
  if (bookId !== null || isUnspaced(text)) return null;
  return (await titleAskedFor(context)) ?? (await titleAtEnd(context));
}

async function titleAskedFor(context: TaskContext): Promise<string | null> {
  const { text } = context.asked;
  const intent = intentIn(text);
  const part = intent === null ? descriptionAskedIn(text) : null;
  const isAsked = (intent !== null && aboutBooks.has(intent)) || (part !== null && part !== 'books');
  if (!isAsked) return null;
  const { words: telling, isAboutAnything } = parseQuestion(text);
  const words = part
    ? wordsBesideDescription(part, telling)
    : wordsBesidePhrases(intent ?? 'aboutBook', telling);
  const isAboutText = intent === 'aboutBook' && asksWho(text, telling);
  if (!isAboutAnything || words.length === 0 || isAboutText) return null;
  const isLowerCase = text === text.toLowerCase();
  if (!isLowerCase && !words.every(isCapitalized)) return null;
  const title = titleAround(text, words);
  const [noun = '', ...others] = title;
  if (others.length === 0 && (isCommonNoun(foldWord(noun), text) || germanArticle(noun).test(text)))
    return null;
  if (!isLowerCase) return (await mayBeTitle(context, title, words)) ? title.join(' ') : null;
  // "who wrote the letter to jane"
  const isOfText = intent !== null && intent !== 'aboutBook';
  const those = isOfText ? words.map((word) => [word]) : [title];
  for (const phrase of those) if ((await passagesWith(context, phrase, 1)).length > 0) return null;
  return (await mayBeTitle(context, title, words)) ? title.join(' ') : null;
}

/**
 * The title at the end of a question about somebody in it ("Where does Bloom live in Ulysses?"): where the books do not
 * have the person either, or the title is in quotation marks or has three words and more.
 */
async function titleAtEnd(context: TaskContext): Promise<string | null> {
  const { text } = context.asked;
  const [, quote, title = ''] = atEnd.exec(text) ?? [];
  const words: readonly string[] = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.length === 0 || hasChapterWord(text) || isPartWord(foldWord(words[0] ?? ''))) return null;
  if (periodIn(text, context.calendar.today) !== null) return null;
  const { words: telling } = parseQuestion(text);
  const others = telling.filter(
    (word) => isCapitalized(word) && !text.startsWith(word) && !words.includes(word),
  );
  const unknown = await Promise.all(others.map((word) => isNowhere(context, word)));
  if (!unknown.includes(true) && words.length < 3 && quote === '') return null;
  const capitalized = words.filter(isCapitalized);
  return (await mayBeTitle(context, words, capitalized)) ? words.join(' ') : null;
}

/** "What happens in …" asks for what is in a book or at a place. */
const inside = '(?:in|im|dans|en|em|no|na|в)';
const places = 'in|at|to|from|near|into|nach|aus|bei|von|a|dans|de|vers|en|hacia|desde|em|no|na|para|в|из|до';

const particles = 'of|and|the|a|de|du|des|la|le|les|et|del|el|los|y|do|da|dos|das|e|und|der|die|das|von|и';
const atEnd = new RegExp(
  `\\s${inside}\\s+(["“„«»]?)\\s*(\\p{Lu}[\\p{L}'’-]*(?:\\s+(?:(?:${particles})\\s+)*\\p{Lu}[\\p{L}'’-]*)*)\\s*["”“»]?\\s*[?!.]*$`,
  'u',
);

/**
 * Whether the words are no phrase of the books, in their spelling either, and no names in them. Of a title of several
 * words a single one may be a name ("Anna Karenina"), where another is nowhere.
 */
async function mayBeTitle(
  context: TaskContext,
  title: readonly string[],
  words: readonly string[],
): Promise<boolean> {
  if (title.length > 1) {
    const spelled = await Promise.all(title.map(async (word) => (await respelled(context, word)) ?? word));
    for (const phrase of [title, spelled])
      if ((await passagesWith(context, phrase, 1)).length > 0) return false;
    const language = languageOf(context.asked.text);
    const isPair = title.some((word) => isAnd(language, foldWord(word)));
    for (const word of isPair ? [] : words)
      if ((await passagesWith(context, [word], 1)).length === 0) return true;
  }
  const [only = '', ...others] = title;
  if (
    others.length === 0 &&
    new RegExp(`\\s${inside} ["“„«]?${only}(?!\\p{L})`, 'u').test(context.asked.text)
  )
    return !(await isPlace(context, only));
  for (const word of words) {
    const hits = await passagesWith(context, [word], mostHits);
    const names = hits.filter((hit) => hasAsName(hit.text, new Set([foldWord(word)])));
    if (names.length >= leastOfName && names.length >= hits.length * shareOfName) return false;
  }
  return true;
}

/** Whether the books have a word as the name of a place: "in Nantucket". */
async function isPlace(context: TaskContext, word: string): Promise<boolean> {
  const hits = await passagesWith(context, [word], mostHits);
  const asPlace = new RegExp(` (?:${places}) ${foldWord(word)} `, 'u');
  const count = hits.filter(({ text }) => asPlace.test(worded(text))).length;
  return count > 0 && count >= hits.length * shareOfPlace;
}

const passagesWith = ({ db, services, asked }: TaskContext, words: readonly string[], limit: number) =>
  services.fullText.search(db, {
    userId: asked.userId,
    terms: [{ words: [...words], open: false }],
    limit,
  });

/** Whether the books have neither a word nor one that is spelled like it. */
async function isNowhere(context: TaskContext, word: string): Promise<boolean> {
  return (
    (await passagesWith(context, [word], 1)).length === 0 && (await respelled(context, word)) === undefined
  );
}

async function respelled({ db, services, asked }: TaskContext, word: string): Promise<string | undefined> {
  return word.length < leastRespelled ? undefined : nearestWord(db, services.fullText, asked.userId, word);
}

const isCapitalized = (word: string) => /^\p{Lu}/u.test(word);

/** A German preposition joined with an article before a noun, which is then no title: "im Krieg". */
const germanArticle = (noun: string) =>
  new RegExp(`(?<!\\p{L})(?:im|am|vom|zum|zur|beim) ${noun}(?!\\p{L})`, 'u');

/** The words of a text from the first to the last of these, and those with a capital before them. */
function titleAround(text: string, words: readonly string[]): string[] {
  const all = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let from = all.findIndex((word) => words.includes(word));
  const to = all.findLastIndex((word) => words.includes(word));
  while (from > 1 && isCapitalized(all[from - 1] ?? '')) from -= 1;
  return all.slice(from, to + 1);
}
