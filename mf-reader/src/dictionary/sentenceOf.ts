import type { Surroundings } from '../engine/renderer.ts';
import { segmentSentences } from '../engine/segmentSentences.ts';

const maxLength = 600;

/**
 * The sentence or sentences around selected words; null without context.
 * @param language of the text (BCP 47)
 */
export function sentenceOf(
  selected: string,
  around: Surroundings | undefined,
  language: string | null,
): string | null {
  if (!around) return null;
  const whole = `${around.before}${selected}${around.after}`;
  const start = around.before.length;
  const end = start + selected.length;
  const parts = segmentSentences(whole, language).filter(
    ({ index, segment }) => index < end && index + segment.length > start,
  );
  const sentence = parts
    .map(({ segment }) => segment)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  if (sentence.length <= maxLength) return sentence === '' ? null : sentence;
  const at = Math.max(0, sentence.indexOf(selected) - maxLength / 2);
  return `… ${sentence
    .slice(at, at + maxLength)
    .toWellFormed()
    .trim()} …`;
}
