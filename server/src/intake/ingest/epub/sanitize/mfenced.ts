import { legalXml } from '../xml/xml.ts';
import { plainValue, type SourceAttribute } from './elementAttributes.ts';

/**
 * Brackets and separators of an <mfenced>. MathML Core has dropped the element, and browsers ignore its brackets, so
 * they are written as operators, which is what they mean (MathML 3, 3.3.8).
 */
export interface Mfenced {
  open: string;
  close: string;
  /** After the first child, the second, and so on; the last one repeats. */
  separators: readonly string[];
  /** Number of children so far. */
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

/** The separator before the next child; empty before the first. */
export function nextSeparator(fence: Mfenced): string {
  const { parts, separators } = fence;
  fence.parts += 1;
  return parts === 0 ? '' : (separators[Math.min(parts, separators.length) - 1] ?? '');
}
