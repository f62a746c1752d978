import { hasAsName } from '../../search/booksOfNames.ts';
import { foldWord, isUnspaced } from '../../store/textTokens.ts';
import type { TaskContext } from '../answerPlan.ts';
import { isCommonNoun } from '../bookLookup.ts';
import { descriptionAskedIn, wordsBesideDescription } from '../question/descriptionAsked.ts';
import { asksWho, intentIn, wordsBesidePhrases } from '../question/intents.ts';
import { parseQuestion } from '../question/question.ts';

/** Passages with a word that are looked at. */
const mostHits = 30;
/** Passages and the share of them that write a word with a capital, where it is a name. */
const [leastOfName, shareOfName] = [3, 0.8];

/**
 * The title in a question what a book is about, or of its genre, series or date ("What is Ulysses about?"), of which
 * no book was found. Null where the words may be others: without a capital, where the books have them, and names and
 * phrases of the books.
 */
export async function titleNotThere({ db, services, asked }: TaskContext): Promise<string | null> {
  const { text, userId, bookId } = asked;
  const intent = intentIn(text);
  const part = intent === null ? descriptionAskedIn(text) : null;
  const isAsked = intent === 'aboutBook' || (part !== null && part !== 'books');
  if (bookId !== null || !isAsked || isUnspaced(text)) return null;
  const { words: telling, isAboutAnything } = parseQuestion(text);
  const words = part ? wordsBesideDescription(part, telling) : wordsBesidePhrases('aboutBook', telling);
  if (!isAboutAnything || words.length === 0 || asksWho(text, telling)) return null;
  const isLowerCase = text === text.toLowerCase();
  if (!isLowerCase && !words.every((word) => /^\p{Lu}/u.test(word))) return null;
  const title = titleAround(text, words);
  const [noun = '', ...others] = title;
  if (others.length === 0 && (isCommonNoun(foldWord(noun), text) || germanArticle(noun).test(text)))
    return null;
  const passagesWith = (those: string[], limit: number) =>
    services.fullText.search(db, { userId, terms: [{ words: those, open: false }], limit });
  if ((isLowerCase || title.length > 1) && (await passagesWith(title, 1)).length > 0) return null;
  for (const word of words) {
    const hits = await passagesWith([word], mostHits);
    const names = hits.filter((hit) => hasAsName(hit.text, new Set([foldWord(word)])));
    if (names.length >= leastOfName && names.length >= hits.length * shareOfName) return null;
  }
  return title.join(' ');
}

/** A German preposition joined with an article before a noun, which is then no title: "im Krieg". */
const germanArticle = (noun: string) =>
  new RegExp(`(?<!\\p{L})(?:im|am|vom|zum|zur|beim) ${noun}(?!\\p{L})`, 'u');

/** The words of a text from the first to the last of these, and those with a capital before them. */
function titleAround(text: string, words: readonly string[]): string[] {
  const all = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let from = all.findIndex((word) => words.includes(word));
  const to = all.findLastIndex((word) => words.includes(word));
  while (from > 1 && /^\p{Lu}/u.test(all[from - 1] ?? '')) from -= 1;
  return all.slice(from, to + 1);
}
