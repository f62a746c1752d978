import { foldedWords, foldWord } from '../../store/textTokens.ts';

/** Scripts without spaces, and Arabic, which joins short words to others: a phrase may begin inside a word. */
export const unspacedPhrase = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}]/u;

/** The words of a text, folded, with one space around each. */
export function worded(text: string): string {
  return ` ${foldedWords(text).join(' ')} `;
}

/**
 * A phrase as a regular expression for `worded` text: `*` is any number of words, `^` the beginning of the text, `$`
 * its end, `!word` not this word, a hyphen at the end of a word any ending.
 */
export function patternOf(wording: string): string {
  const folded = foldWord(wording);
  if (unspacedPhrase.test(folded)) return folded.replaceAll('*', '.*');
  const [first, ...others] = folded.split(' ');
  const words = (first === '^' ? others : folded.split(' ')).map((word) => {
    if (word === '*') return '(?:\\S+ )*?';
    if (word === '$') return '$';
    if (word.startsWith('!')) return `(?!${word.slice(1)} )`;
    return word.endsWith('-') ? `${word.slice(0, -1)}\\S* ` : `${word} `;
  });
  return `${first === '^' ? '^' : ''} ${words.join('')}`;
}

/** One regular expression for any of the phrases; matches nothing where there are none. */
export function anyOf(wordings: readonly string[]): RegExp {
  return new RegExp(wordings.map(patternOf).join('|') || '(?!)', 'u');
}

/** Whether a folded word belongs to one of the phrases. */
export function isInPhrases(wordings: readonly string[], word: string): boolean {
  return wordings
    .map(foldWord)
    .some((phrase) =>
      unspacedPhrase.test(word)
        ? phrase.includes(word)
        : phrase
            .split(' ')
            .some((part) => (part.endsWith('-') ? word.startsWith(part.slice(0, -1)) : word === part)),
    );
}
