import { plainValue, type SourceAttribute } from './elementAttributes.ts';
import { legalXml } from './xml.ts';

/**
 * The brackets of an <mfenced>, and what stands between its parts. MathML Core knows the element no more, and browsers
 * show it without them: they are written as operators, which is what they mean (MathML 3, 3.3.8).
 */
export interface Mfenced {
  open: string;
  close: string;
  /** After the first part, after the second; the last of them after all others. */
  separators: readonly string[];
  /** Parts that have been begun. */
  parts: number;
}

export function mfencedOf(source: readonly SourceAttribute[]): Mfenced {
  const value = (name: string, usual: string) => legalXml(plainValue(source, name) ?? usual);
  return {
    open: value('open', '(').trim(),
    close: value('close', ')').trim(),
    separators: Array.from(value('separators', ',').replace(/\s/g, '')),
    parts: 0,
  };
}

/** What stands before the part that begins now; empty before the first. */
export function nextSeparator(fence: Mfenced): string {
  const { parts, separators } = fence;
  fence.parts += 1;
  return parts === 0 ? '' : (separators[Math.min(parts, separators.length) - 1] ?? '');
}
