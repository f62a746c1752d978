import { diffWords } from 'diff';

/** A part of two texts: in both, only in the current one, or only in the earlier one. */
export interface DifferencePart {
  kind: 'same' | 'current' | 'earlier';
  text: string;
}

/** Milliseconds after which texts are taken to have nothing in common. */
const timeout = 400;
/** Characters from which a part that is the same in both is shortened, and those that remain at each end. */
const longest = 600;
const kept = 200;

/** The difference by words. Long parts that are the same are shortened, unless everything is. */
export function differenceOf(current: string, earlier: string, language: string): DifferencePart[] {
  const intlSegmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const parts = diffWords(current, earlier, { intlSegmenter, timeout });
  if (parts === undefined) return [{ kind: 'earlier', text: earlier }];
  if (parts.every(({ added, removed }) => !added && !removed)) return [{ kind: 'same', text: earlier }];
  return parts.map(({ value, added, removed }, index) => {
    if (added) return { kind: 'earlier', text: value };
    if (removed) return { kind: 'current', text: value };
    return { kind: 'same', text: shortened(value, index > 0, index < parts.length - 1) };
  });
}

/** The ends of a text that are beside a change. */
function shortened(text: string, isAfterChange: boolean, isBeforeChange: boolean): string {
  if (text.length <= longest) return text;
  return [isAfterChange ? text.slice(0, kept) : '', isBeforeChange ? text.slice(-kept) : ''].join(' … ');
}
