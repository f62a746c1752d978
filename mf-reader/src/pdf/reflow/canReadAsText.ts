import type { NoText } from '../../engine/documentTools.ts';
import { linesOf } from './lines.ts';
import { type ReadPage, taggedPart } from './pageBlocks.ts';
import type { Run } from './runs.ts';

/** A page that was looked at. */
export type SampledPage = Pick<ReadPage, 'runs' | 'structure'> & {
  /** Letters as the file has them, and those of them that mean nothing. */
  letters: number;
  unknown: number;
};

/** Letters that a page of text has at least. */
const fewestLetters = 180;
/** Part of the letters that may mean nothing, */
const mostUnknown = 0.03;
/** that may be turned, */
const mostTurned = 0.1;
/** and that may stand beside each other in one column. */
const mostBeside = 0.12;
/** A tagged page is believed from this part of its letters on. */
const wellTagged = 0.85;

const lettersOf = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Decides by some pages of a file whether its text can be shown in the order in which it is meant.
 * @returns null when it can, otherwise why not
 */
export function whyNoText(pages: readonly SampledPage[]): NoText | null {
  const letters = pages.reduce((sum, page) => sum + page.letters, 0);
  const unknown = pages.reduce((sum, page) => sum + page.unknown, 0);
  const written = pages.filter((page) => page.letters >= fewestLetters);
  if (letters === 0 || written.length < pages.length * 0.34)
    return letters < fewestLetters ? 'scanned' : 'layout';
  if (unknown > letters * mostUnknown) return 'letters';
  const isReadable = (page: SampledPage) => {
    const turned = lettersOf(page.runs.filter(({ upright }) => !upright));
    if (turned > lettersOf(page.runs) * mostTurned) return false;
    return taggedPart(page) >= wellTagged || linesOf(page.runs).sideBySide <= mostBeside;
  };
  return written.filter(isReadable).length >= written.length * 0.75 ? null : 'layout';
}
