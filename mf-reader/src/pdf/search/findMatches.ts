import { foldText, foldWithOffsets } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { FindOptions } from '../../engine/renderer.ts';

/** Finds the query in a text. @returns undefined when the query has nothing to search for */
export function matchesOf(
  query: string,
  content: string,
  { caseSensitive, wholeWords }: FindOptions,
): { index: number; length: number }[] | undefined {
  const pattern = patternOf(query);
  if (pattern === null) return undefined;
  const folded = foldWithOffsets(content);
  const ranges = [...folded.text.matchAll(pattern)].map(({ index, 0: match }) =>
    folded.originalRange({ start: index, end: index + match.length }),
  );
  const exact = caseSensitive ? wordsOf(query) : '';
  return ranges
    .filter(({ start, end }) => !caseSensitive || wordsOf(content.slice(start, end)) === exact)
    .filter(({ start, end }) => !wholeWords || standsAlone(content, start, end))
    .map(({ start, end }) => ({ index: start, length: end - start }));
}

export interface PageMatch {
  index: number;
  length: number;
  /** It begins on the page before. */
  continues: boolean;
}

/** A word that is cut at the end of a page. */
const cutWord = /(\p{Ll})[-\u2010\u00AD]\s*$/u;

/**
 * Finds the query in the text of a page, also where it begins at the end of the page before.
 * @param before the text of the page before; empty for the first one
 * @returns undefined when the query has nothing to search for
 */
export function matchesOnPage(
  query: string,
  content: string,
  before: string,
  options: FindOptions,
): PageMatch[] | undefined {
  const end = before.slice(-2 * query.length - 10);
  const start = /^\s*\p{Ll}/u.test(content) && cutWord.test(end) ? end.replace(cutWord, '$1') : `${end}\n`;
  const offset = start.length;
  // A cut word goes on without a space.
  const rest = start.endsWith('\n') ? content : content.trimStart();
  const skipped = content.length - rest.length;
  return matchesOf(query, start + rest, options)
    ?.filter(({ index, length }) => index + length > offset)
    .map(({ index, length }) => {
      const from = Math.max(index, offset);
      const continues = index < offset;
      return { index: from - offset + skipped, length: index + length - from, continues };
    });
}

/** Letters and digits with their case, and without ligatures and hyphens at the end of a line. */
const wordsOf = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}\p{M}]+/gu, '');

function standsAlone(text: string, start: number, end: number): boolean {
  const letter = /[\p{L}\p{N}\p{M}]/u;
  const continuesBefore = letter.test(text[start - 1] ?? ' ') && letter.test(text[start] ?? ' ');
  const continuesAfter = letter.test(text[end] ?? ' ') && letter.test(text[end - 1] ?? ' ');
  return !continuesBefore && !continuesAfter;
}

/** The query as a pattern: any white space between words, optional white space around punctuation. Null when empty. */
function patternOf(query: string): RegExp | null {
  const parts = foldText(query).match(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}\s]/gu);
  if (parts === null) return null;
  let source = '';
  let previous = '';
  for (const part of parts) {
    if (previous !== '') source += isWord(previous) && isWord(part) ? '\\s+' : '\\s*';
    source += part.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
    previous = part;
  }
  // The text is without the hyphens at the ends of lines, even those that belong to a word.
  source = source.replace(/(?<=[\p{L}\p{N}\p{M}])\\s\*-\\s\*(?=[\p{L}\p{N}\p{M}])/gu, '(?:\\s*-\\s*)?');
  return new RegExp(source, 'gu');
}

const isWord = (part: string) => /^[\p{L}\p{N}\p{M}]/u.test(part);
