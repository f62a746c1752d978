import type { NoText } from '../../engine/documentTools.ts';
import { linesOf } from './lines.ts';
import { type ReadPage, taggedPart } from './pageBlocks.ts';
import type { Run } from './runs.ts';

/** An examined page. */
export type SampledPage = Pick<ReadPage, 'runs' | 'structure'> & {
  /** Number of letters in the file, and of those with an unknown meaning. */
  letters: number;
  unknown: number;
};

/** Minimum number of letters of a page of text. */
const fewestLetters = 180;
/** Maximum fraction of letters with an unknown meaning, */
const mostUnknown = 0.03;
/** of rotated letters, */
const mostTurned = 0.1;
/** and of letters beside each other in one column. */
const mostBeside = 0.12;
/** Minimum fraction of its letters that the structure of a tagged page must contain. */
const wellTagged = 0.85;

const lettersOf = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Decides by some pages whether the text of a file can be shown in reading order.
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
