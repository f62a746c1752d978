/** A step of an XPointer. */
export type Step =
  /** `index` is one-based among elements of this name; null means the first. */
  | { kind: 'element'; name: string; index: number | null }
  /** `index` is one-based among text nodes; null means the first. */
  | { kind: 'text'; index: number | null }
  /** One-based among elements and text nodes. */
  | { kind: 'node'; index: number };

/** A position in an EPUB in crengine's format. */
export type XPointer =
  | {
      kind: 'path';
      /** One-based. */
      fragment: number;
      steps: readonly Step[];
      /** Code points in a text, or children of an element. Null refers to the node itself. */
      offset: number | null;
    }
  /** `fragment` is zero-based here. */
  | { kind: 'id'; fragment: number; id: string };

const maxLength = 4_000;
const maxSteps = 600;
const fragmentPattern = /^\/body(?:\[1\])?\/DocFragment(?:\[(\d{1,6})\])?(?=[/.]|$)/;
const idPattern = /^#_doc_fragment_(\d{1,6})_ ?(.+)$/;
const stepPattern = /^([^[\]/.()\s]{1,100}|text\(\))(?:\[(\d{1,7})\])?$/;

/**
 * Parses `/body/DocFragment[8]/body/div/p[3]/text()[2].17` and its variants: indices of 1 may be omitted, `.0` may
 * follow an element, and `#_doc_fragment_7_ id` refers to an element by id.
 * @returns null for anything else
 */
export function parseXPointer(text: string): XPointer | null {
  if (text.length > maxLength) return null;
  const [, byId, id] = idPattern.exec(text) ?? [];
  if (byId !== undefined && id !== undefined) return { kind: 'id', fragment: Number(byId), id };
  const start = fragmentPattern.exec(text);
  if (start === null) return null;
  const [, path = '', point] = /^(.*?)(?:\.(\d{1,9}))?$/s.exec(text.slice(start[0].length)) ?? [];
  const names = path === '' ? [] : path.split('/').slice(1);
  if (names.length > maxSteps) return null;
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
