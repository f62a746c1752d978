import type { Surroundings } from '../engine/renderer.ts';

const longest = 600;

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
  const parts = [...segmenterOf(language).segment(whole)].filter(
    ({ index, segment }) => index < end && index + segment.length > start,
  );
  const sentence = parts
    .map(({ segment }) => segment)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  if (sentence.length <= longest) return sentence === '' ? null : sentence;
  const at = Math.max(0, sentence.indexOf(selected) - longest / 2);
  return `… ${sentence
    .slice(at, at + longest)
    .toWellFormed()
    .trim()} …`;
}

function segmenterOf(language: string | null): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language ?? undefined, { granularity: 'sentence' });
  } catch {
    // The language declared by a book may be invalid.
    return new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
}
