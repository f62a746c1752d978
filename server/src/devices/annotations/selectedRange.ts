import type { OriginalElement } from '../xpointer/originalTree.ts';
import type { OriginalChapter } from '../xpointer/readOriginal.ts';
import { findById, lastNotAfter } from '../xpointer/resolveXPointer.ts';
import type { TextRange } from './reading/formats/mark.ts';

/** Returns a function that finds ranges in a chapter, as served offsets; null for those that lead nowhere. */
export function rangeFinder({ body, servedText }: OriginalChapter) {
  const starts: number[] = [];
  for (let at = 0; at < servedText.length; at += (servedText.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
    starts.push(at);
  const offsetOf = (character: number) => starts[character] ?? servedText.length;
  return ({ css, start, end }: TextRange): { start: number; end: number } | null => {
    const element = elementOf(body, css);
    if (element === null) return null;
    const first = lastNotAfter(starts.length, (index) => starts[index] ?? 0, element.start);
    if (offsetOf(first + start) > element.end) return null;
    return { start: offsetOf(first + start), end: Math.min(element.end, offsetOf(first + end)) };
  };
}

/** The forms that programs write: steps from the body or an element with an id, by name and place among siblings. */
function elementOf(body: OriginalElement, css: string): OriginalElement | null {
  const [first = '', ...steps] = css
    .trim()
    .split(/\s*>\s*/)
    .filter((step) => step !== 'html');
  const [, id] = /#([^\s:.[>]+)$/.exec(first) ?? [];
  const start = first === 'body' ? body : stepOf(body, first);
  let element = id === undefined ? start : findById(body, id.replaceAll('\\', ''));
  for (const step of steps) element = element && stepOf(element, step);
  return element;
}

function stepOf({ children }: OriginalElement, step: string): OriginalElement | null {
  const [, name, id, kind, place] =
    /^([\w-]+|\*)?(?:#([\w-]+))?(?::nth-(child|of-type)\((\d{1,6})\))?$/.exec(step) ?? [];
  if (name === undefined && id === undefined && place === undefined) return null;
  const all = children.filter((child) => child.kind === 'element');
  const named = all.filter((child) => (name ?? '*') === '*' || child.name === name?.toLowerCase());
  if (place === undefined) return named.find((child) => id === undefined || child.id === id) ?? null;
  const child = (kind === 'child' ? all : named)[Number(place) - 1];
  return child && named.includes(child) ? child : null;
}
