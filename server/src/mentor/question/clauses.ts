import type { Clause } from '../../search/wordsByBook.ts';
import { foldWord } from '../../store/textTokens.ts';
import { isAnd, type QuestionLanguage } from './intents.ts';

/** Words between two words of a name: "King of Bohemia", "Catherine de Bourgh". */
const particles = new Set('of de du des von van der da di'.split(' '));
/** So many words after a conjunction, a name still comes at once: "and of Natasha". */
const atOnce = 2;

/** A word of a question, or a name of books in it. */
interface Token {
  /** As typed; empty for a name of books. */
  word: string;
  folded: string;
  /** By title or author. */
  bookIds: readonly string[];
}

/**
 * The clauses of a question: its parts between conjunctions. "War and Peace" has none.
 * @param words the telling words of the question, without the names of books
 * @param bookNames the folded titles and authors by which it names books
 */
export function clausesIn(
  { text, language }: { text: string; language: QuestionLanguage },
  words: readonly string[],
  bookNames: readonly { id: string; name: string }[],
): Clause[] {
  const telling = new Set(words);
  const clauses: Token[][] = [[]];
  for (const token of tokensOf(text, bookNames)) {
    if (token.bookIds.length === 0 && isAnd(language, token.folded)) clauses.push([]);
    else clauses.at(-1)?.push(token);
  }
  const isName = ({ word }: Token) => telling.has(word) && /^\p{Lu}/u.test(word);
  const isNamed = (token: Token) => token.bookIds.length > 0 || isName(token);
  return clauses.map((tokens) => ({
    words: tokens.flatMap(({ word }) => (telling.has(word) ? word : [])),
    names: namesIn(tokens, isName).map((name) => name.flatMap(({ word }) => (telling.has(word) ? word : []))),
    bookIds: tokens.flatMap(({ bookIds }) => bookIds),
    beginsWithName: tokens.slice(0, atOnce).some(isNamed),
    endsWithName: tokens.slice(-1).some(isNamed),
  }));
}

function tokensOf(text: string, bookNames: readonly { id: string; name: string }[]): Token[] {
  const tokens = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => ({
    word,
    folded: foldWord(word),
    bookIds: [] as string[],
  }));
  for (const name of new Set(bookNames.map((book) => book.name))) {
    const parts = name.split(' ');
    const bookIds = bookNames.filter((book) => book.name === name).map(({ id }) => id);
    for (let at = 0; at + parts.length <= tokens.length; at += 1) {
      if (!parts.every((part, index) => tokens[at + index]?.folded === part)) continue;
      tokens.splice(at, parts.length, { word: '', folded: '', bookIds });
    }
  }
  return tokens;
}

/** The tokens of each name. */
function namesIn(tokens: readonly Token[], isName: (token: Token) => boolean): Token[][] {
  const names: Token[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const [at, token] of tokens.entries()) {
    if (!isName(token)) continue;
    const between = tokens.slice(last + 1, at);
    if (last >= 0 && between.every(({ folded }) => particles.has(folded)))
      names.at(-1)?.push(...between, token);
    else names.push([token]);
    last = at;
  }
  return names;
}
