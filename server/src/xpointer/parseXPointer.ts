/** One step of the way from a chapter's root to a place in it. */
export type Step =
  /** `index` counts from 1 among elements of this name; null is the first. */
  | { kind: 'element'; name: string; index: number | null }
  /** `index` counts from 1 among texts; null is the first. */
  | { kind: 'text'; index: number | null }
  /** Counts from 1 among elements and texts. */
  | { kind: 'node'; index: number };

/** A place in an EPUB as KOReader's engine (crengine) writes it. */
export type XPointer =
  | {
      kind: 'path';
      /** Counts from 1. */
      fragment: number;
      steps: readonly Step[];
      /** Of a text: code points. Of an element: children. Null names the element or text itself. */
      offset: number | null;
    }
  /** `fragment` counts from 0 here. */
  | { kind: 'id'; fragment: number; id: string };

const longest = 4_000;
const mostSteps = 600;
const fragmentPattern = /^\/body(?:\[1\])?\/DocFragment(?:\[(\d{1,6})\])?(?=[/.]|$)/;
const idPattern = /^#_doc_fragment_(\d{1,6})_ ?(.+)$/;
const stepPattern = /^([^[\]/.()\s]{1,100}|text\(\))(?:\[(\d{1,7})\])?$/;

/**
 * Reads `/body/DocFragment[8]/body/div/p[3]/text()[2].17` and its variants: indices may be left out where they are 1,
 * `.0` may stand on an element, and `#_doc_fragment_7_ id` names an element.
 * @returns null for anything else
 */
export function parseXPointer(text: string): XPointer | null {
  if (text.length > longest) return null;
  const [, byId, id] = idPattern.exec(text) ?? [];
  if (byId !== undefined && id !== undefined) return { kind: 'id', fragment: Number(byId), id };
  const start = fragmentPattern.exec(text);
  if (start === null) return null;
  const [, path = '', point] = /^(.*?)(?:\.(\d{1,9}))?$/s.exec(text.slice(start[0].length)) ?? [];
  const names = path === '' ? [] : path.split('/').slice(1);
  if (names.length > mostSteps) return null;
  const steps = names.map(parseStep);
  if (steps.some((step) => step === null)) return null;
  return {
    kind: 'path',
    fragment: Number(start[1] ?? 1),
    steps: steps as Step[],
    offset: point === undefined ? null : Number(point),
  };
}

function parseStep(text: string): Step | null {
  if (/^\d{1,7}$/.test(text)) return Number(text) > 0 ? { kind: 'node', index: Number(text) } : null;
  const [, name, digits] = stepPattern.exec(text) ?? [];
  if (name === undefined) return null;
  const index = digits === undefined ? null : Number(digits);
  if (index === 0) return null;
  return name === 'text()' ? { kind: 'text', index } : { kind: 'element', name: name.toLowerCase(), index };
}
