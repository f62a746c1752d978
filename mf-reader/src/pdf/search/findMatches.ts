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
  return new RegExp(source, 'gu');
}

const isWord = (part: string) => /^[\p{L}\p{N}\p{M}]/u.test(part);
