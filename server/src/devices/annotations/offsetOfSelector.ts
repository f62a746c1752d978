import type { OriginalElement } from '../xpointer/originalTree.ts';
import type { OriginalChapter } from '../xpointer/readOriginal.ts';
import { findById } from '../xpointer/resolveXPointer.ts';
import type { Mark } from './reading/mark.ts';

/** The served offset at which a mark starts by its CSS selector or CFI; null when they lead nowhere. */
export function offsetOfSelector(
  chapter: OriginalChapter,
  { css, cfi }: Pick<Mark, 'css' | 'cfi'>,
): number | null {
  const element = css && elementOfCss(chapter.body, css.path);
  if (css && element) {
    const text = [...chapter.servedText.slice(element.start, element.end)];
    return css.start <= text.length ? element.start + text.slice(0, css.start).join('').length : null;
  }
  return cfi === null ? null : offsetOfCfi(chapter.body, cfi);
}

const childElements = ({ children }: OriginalElement): OriginalElement[] =>
  children.filter((child) => child.kind === 'element');

/** The forms that programs write: steps from a body or an element with an id, by name and place among siblings. */
function elementOfCss(body: OriginalElement, path: string): OriginalElement | null {
  const [first = '', ...steps] = path
    .trim()
    .split(/\s*>\s*/)
    .filter((step) => step !== 'html');
  const [, id] = /#([^\s:.[>]+)$/.exec(first) ?? [];
  let element =
    id === undefined
      ? first === 'body'
        ? body
        : stepOf(body, first)
      : findById(body, id.replaceAll('\\', ''));
  for (const step of steps) element = element && stepOf(element, step);
  return element ?? null;
}

function stepOf(parent: OriginalElement, step: string): OriginalElement | undefined {
  const [, name, id, kind, place] =
    /^([\w-]+|\*)?(?:#([\w-]+))?(?::nth-(child|of-type)\((\d{1,6})\))?$/.exec(step) ?? [];
  if (name === undefined && id === undefined && place === undefined) return undefined;
  const all = childElements(parent);
  const named = all.filter((child) => (name ?? '*') === '*' || child.name === name?.toLowerCase());
  if (place === undefined) return named.find((child) => id === undefined || child.id === id);
  const child = (kind === 'child' ? all : named)[Number(place) - 1];
  return child && named.includes(child) ? child : undefined;
}

/** `epubcfi(/6/4!/4/2[id]/6,/1:3,/1:20)`: even steps are elements, odd ones the text between them. */
function offsetOfCfi(body: OriginalElement, cfi: string): number | null {
  const inner = cfi.replace(/^epubcfi\(|\)$/g, '').replace(/^.*!/, '');
  const [parent = '', start = ''] = inner.split(',');
  const [path = '', offset] = `${parent}${start}`.split(':');
  const steps = [...path.matchAll(/\/(\d{1,6})(?:\[([^\]]*)\])?/g)].slice(1);
  let element: OriginalElement = body;
  for (const [, digits, id] of steps) {
    const index = Number(digits);
    const elements = childElements(element);
    if (index % 2 === 1) {
      const from = index === 1 ? element.start : (elements[(index - 3) / 2]?.end ?? null);
      return from === null ? null : from + Number.parseInt(offset ?? '0', 10);
    }
    const next = (id && findById(body, id)) || elements[index / 2 - 1];
    if (next === undefined) return null;
    element = next;
  }
  return element.start;
}
