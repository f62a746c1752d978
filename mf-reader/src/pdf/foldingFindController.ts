import { foldText, foldWithOffsets } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { viewer } from './viewer.ts';

/** The search of PDF.js, which compares texts as every other search of Lectern does. */
export class FoldingFindController extends viewer.PDFFindController {
  /** Called by PDF.js for each page. @returns ranges of `pageContent` */
  override match(query: string, pageContent: string): { index: number; length: number }[] | undefined {
    const pattern = patternOf(query);
    if (pattern === null) return undefined;
    const folded = foldWithOffsets(pageContent);
    return [...folded.text.matchAll(pattern)].map(({ index, 0: found }) => {
      const { start, end } = folded.originalRange({ start: index, end: index + found.length });
      return { index: start, length: end - start };
    });
  }
}

/** What was typed, with any white space between words and, or none, around punctuation; null for nothing. */
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
