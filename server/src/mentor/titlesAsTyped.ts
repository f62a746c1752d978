import { editDistance } from '@lectern/shared-contracts/domain/search/spelling.ts';
import { addBookKeys, isArticle, possibleNames } from '../books/bookKeys.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { foldedWords, foldWord, isUnspaced } from '../store/textTokens.ts';
import { mostAdded } from './bookLookup.ts';
import { descriptionAskedIn } from './question/descriptionAsked.ts';
import { asksWho, intentIn, languageOf, stopWordsOf } from './question/intents.ts';
import { parseQuestion } from './question/question.ts';

/** Words of a question that are compared with titles. */
const mostWords = 40;
/** Words of a title. */
const mostOfTitle = 8;
/** A shorter name is spelled like too many other words. */
const leastLetters = 6;
/** Two typos in a name from so many letters on, else one. */
const longName = 11;
const mostTypos = 2;
/** Letters that have to be right, except that two may be swapped: by these, names are looked up by index. */
const headLetters = 2;
/** Titles and authors that are compared. */
const mostCompared = 5_000;
/** Of these, the most similar ones whose words are searched for in the books. */
const mostMatches = 20;
/** Names in one statement. */
const namesAtOnce = 500;

interface Word {
  typed: string;
  folded: string;
  start: number;
  end: number;
}

/** Words in a row that may be a title or an author. */
interface Typed {
  from: number;
  words: readonly Word[];
  name: string;
}

type Column = 'title_key' | 'author_key';

interface Match {
  typed: Typed;
  column: Column;
  key: string;
  /** The name as the book has it. */
  spelled: string;
  /** The folded words of the whole title or author. */
  words: readonly string[];
  distance: number;
}

/**
 * A question with the reader's titles and authors as their books spell them: "Summarize War and Peace" for "War and
 * Piece". Only whole names with one typo, or two in a long name.
 */
export async function withTitlesAsSpelled(
  db: Db,
  services: Pick<Services, 'fullText'>,
  userId: string,
  text: string,
): Promise<string> {
  if (isUnspaced(text) || /^> /m.test(text)) return text;
  await addBookKeys(db, userId, mostAdded);
  const words = wordsIn(text);
  const typed = namesTyped(words, await knownNames(db, userId, text));
  const similar = await similarNames(db, userId, typed);
  const matches = similar.filter((match) => mayBeMeant(match, words, text)).slice(0, mostMatches);
  const taken: Match[] = [];
  for (const match of matches) {
    const isFree = taken.every(({ typed: other }) => !overlaps(other, match.typed));
    if (isFree && (await isMistyped(db, services, { userId, match, text }))) taken.push(match);
  }
  return taken
    .sort((a, b) => b.typed.from - a.typed.from)
    .reduce((rest, { typed: { words: those }, spelled }) => {
      const [start, end] = [those[0]?.start ?? 0, those.at(-1)?.end ?? 0];
      return rest.slice(0, start) + spelled + rest.slice(end);
    }, text);
}

/**
 * Whether the words that the name spells otherwise are in none of the reader's books. In a name of several words they
 * may be, where the question asks for a book or writes them with a capital.
 */
async function isMistyped(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  { userId, match, text }: { userId: string; match: Match; text: string },
): Promise<boolean> {
  const isForBook = asksForBook(text);
  const isNamed = (word: Word) => isForBook || (isCapitalized(word) && languageOf(text) !== 'de');
  const words = otherWords(match).filter((word) => !isOfSeveralWords(match, text) || !isNamed(word));
  for (const { typed } of words)
    if ((await fullText.count(db, userId, { words: [typed], open: false }, { most: 1 })) > 0) return false;
  return true;
}

function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].slice(0, mostWords).map(({ 0: typed, index }) => ({
    typed,
    folded: foldWord(typed),
    start: index,
    end: index + typed.length,
  }));
}

/** Titles and authors that the text spells as the books do. */
async function knownNames(db: Db, userId: string, text: string): Promise<ReadonlySet<string | null>> {
  const names = possibleNames(text);
  const known = new Set<string | null>();
  for (const column of ['title_key', 'author_key'] as const)
    for (let at = 0; at < names.length; at += namesAtOnce) {
      const rows = await db
        .selectFrom('books')
        .select((eb) => eb.ref(column).as('key'))
        .distinct()
        .where('user_id', '=', userId)
        .where(column, 'in', names.slice(at, at + namesAtOnce))
        .execute();
      for (const { key } of rows) known.add(key);
    }
  return known;
}

/** All words in a row that are long enough, without those of known names. */
function namesTyped(words: readonly Word[], known: ReadonlySet<string | null>): Typed[] {
  const all = words.flatMap((_, from) =>
    Array.from({ length: Math.min(mostOfTitle, words.length - from) }, (_none, more): Typed => {
      const those = words.slice(from, from + more + 1);
      return { from, words: those, name: those.map(({ folded }) => folded).join(' ') };
    }),
  );
  const ofKnown = all.filter(({ name }) => known.has(name));
  return all.filter(
    (typed) => typed.name.length >= leastLetters && ofKnown.every((name) => !overlaps(name, typed)),
  );
}

const overlaps = (one: Typed, other: Typed) =>
  one.from < other.from + other.words.length && other.from < one.from + one.words.length;

/** Titles and authors that are spelled like one of the names, the most similar and longest first. */
async function similarNames(db: Db, userId: string, typed: readonly Typed[]): Promise<Match[]> {
  const heads = new Map<string, Typed[]>();
  for (const name of typed)
    for (const head of headsOf(name)) heads.set(head, [...(heads.get(head) ?? []), name]);
  if (heads.size === 0) return [];
  const matches: Match[] = [];
  for (const column of ['title_key', 'author_key'] as const)
    for (const { key, title, author } of await namesWithHeads(db, userId, column, heads))
      for (const name of heads.get(key.slice(0, headLetters)) ?? []) {
        const isHead = key.startsWith(name.name.slice(0, headLetters));
        const most = isHead && name.name.length >= longName ? mostTypos : 1;
        const distance = editDistance(name.name, key, most);
        if (distance === 0 || distance > most) continue;
        const whole = column === 'title_key' ? title : author;
        const spelled = nameOf(whole, column, key);
        matches.push({ typed: name, column, key, distance, spelled, words: foldedWords(whole) });
      }
  return matches.sort((a, b) => a.distance - b.distance || b.key.length - a.key.length);
}

/** The first letters of a name: as typed, or with the first two or the next two swapped ("Wra", "Mboy"). */
function headsOf({ name }: Typed): ReadonlySet<string> {
  const [first = '', second = '', third = ''] = name;
  return new Set([first + second, second + first, first + third]);
}

/** The titles or authors that begin with the same letters as the names and are about as long. */
async function namesWithHeads(
  db: Db,
  userId: string,
  column: Column,
  heads: ReadonlyMap<string, readonly Typed[]>,
): Promise<{ key: string; title: string; author: string }[]> {
  const rows = await db
    .selectFrom('books')
    .select(({ fn, ref }) => [
      ref(column).as('key'),
      fn.min('title').as('title'),
      fn.min('author').as('author'),
    ])
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or(
        [...heads].map(([head, names]) => {
          const lengths = names.map(({ name }) => name.length);
          const length = eb.fn<number>('length', [column]);
          return eb.and([
            eb(column, '>=', head),
            eb(column, '<', `${head}\uffff`),
            eb(length, '>=', Math.min(...lengths) - mostTypos),
            eb(length, '<=', Math.max(...lengths) + mostTypos),
          ]);
        }),
      ),
    )
    .groupBy(column)
    .limit(mostCompared)
    .execute();
  return rows.map(({ key, title, author }) => ({ key: key ?? '', title, author }));
}

/** The words of a title or author that are its key, as written. */
function nameOf(whole: string, column: Column, key: string): string {
  const [part = ''] = whole.split(column === 'title_key' ? /[:;(]/ : /[,;&]| and /);
  const places = [...part.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
  const [first] = places.slice(-key.split(' ').length);
  return part.slice(first?.index ?? 0).trim();
}

/** The words that are spelled otherwise. */
const otherWords = ({ typed, key }: Match) =>
  typed.words.filter(({ folded }) => !key.split(' ').includes(folded));

function isOfSeveralWords({ key }: Match, text: string): boolean {
  const stopWords = stopWordsOf(languageOf(text));
  return key.split(' ').filter((word) => !isArticle(word) && !stopWords.has(word)).length > 1;
}

const asksForBook = (text: string) => intentIn(text) !== null || descriptionAskedIn(text) !== null;

const digitsIn = (name: string) => name.replace(/\P{N}/gu, '');

const isCapitalized = ({ typed }: Word) => /^\p{Lu}/u.test(typed);

/** Whether a question may mean the name by these words. */
function mayBeMeant(match: Match, words: readonly Word[], text: string): boolean {
  const others = otherWords(match);
  // With another number it is another book: "Henry IV" is not "Henry V".
  if (digitsIn(match.typed.name) !== digitsIn(match.key)) return false;
  if (others.some(({ folded }) => /^[ivx]+$/.test(folded) || folded.length < 3)) return false;
  if (isOfSeveralWords(match, text)) return true;
  if (others.some(({ folded }) => folded.length < leastLetters)) return false;
  const { typed, column } = match;
  const { words: telling } = parseQuestion(text);
  const isOnly = telling.length === typed.words.length && !asksWho(text, telling);
  const isForBook = asksForBook(text) || isOnly;
  if (column === 'author_key' && !isForBook) return false;
  if (!isForBook && !others.every(isCapitalized)) return false;
  // "Harry Potter" is not Porter.
  const beside = [words[typed.from - 1], words[typed.from + typed.words.length]];
  return beside.every(
    (word) => !word || word === words[0] || !isCapitalized(word) || match.words.includes(word.folded),
  );
}
