import type { OriginalElement, OriginalNode, OriginalText } from './originalTree.ts';

type PathXPointer = Extract<XPointer, { kind: 'path' }>;

/**
 * Resolves an XPointer to a served offset; null when it does not exist.
 * @param body of the chapter; an XPointer that ends above it refers to its start
 */
export function offsetOfXPointer(body: OriginalElement, pointer: XPointer): number | null {
  if (pointer.kind === 'id') return findById(body, pointer.id)?.start ?? null;
  const [first, ...steps] = pointer.steps;
  if (first === undefined) return body.start;
  if (first.kind !== 'element' || first.name !== 'body' || (first.index ?? 1) !== 1) return null;
  return offsetBelow(body, steps, pointer.offset);
}

function offsetBelow(body: OriginalElement, steps: readonly Step[], offset: PathXPointer['offset']) {
  let node: OriginalNode = body;
  let formula: OriginalElement | null = null;
  for (const step of steps) {
    if (node.kind === 'element' && node.name === 'math') formula = node;
    const child: OriginalNode | undefined = node.kind === 'text' ? undefined : childAt(node, step);
    // Not all expansions of formulas are modeled, and those of very long pages are dropped.
    if (child === undefined) return formula?.start ?? null;
    node = child;
  }
  if (node.kind === 'text') return node.offsets[Math.min(offset ?? 0, node.offsets.length - 1)] ?? null;
  if (offset === null || offset === 0) return node.start;
  const child = node.children[offset];
  return child ? startOf(child) : node.end;
}

const startOf = (node: OriginalNode) => (node.kind === 'text' ? (node.offsets[0] ?? 0) : node.start);

function childAt({ children }: OriginalElement, step: Step): OriginalNode | undefined {
  if (step.kind === 'node') return children[step.index - 1];
  let left = step.index ?? 1;
  return children.find(
    (child) =>
      (step.kind === 'text' ? child.kind === 'text' : child.kind === 'element' && child.name === step.name) &&
      --left === 0,
  );
}

/** The first element with an id. */
export function findById(parent: OriginalElement, id: string): OriginalElement | null {
  for (const child of parent.children) {
    if (child.kind === 'text') continue;
    if (child.id === id) return child;
    const below = findById(child, id);
    if (below) return below;
  }
  return null;
}

/** Text nodes that are served, in order. */
export function servedTexts(body: OriginalElement): OriginalText[] {
  return body.children.flatMap((child) => {
    if (child.kind === 'element') return servedTexts(child);
    return child.offsets[0] === child.offsets.at(-1) ? [] : [child];
  });
}

/**
 * The XPointer of a served offset.
 * @param texts from servedTexts
 * @param fragment one-based
 */
export function xPointerAt(texts: readonly OriginalText[], offset: number, fragment: number): string {
  const root = `/body/DocFragment[${fragment}]/body`;
  const at = lastNotAfter(texts.length, (index) => texts[index]?.offsets[0] ?? 0, offset);
  const text = texts[at];
  if (text === undefined) return `${root}.0`;
  const characters = text.offsets.length - 1;
  const next = texts[at + 1];
  // Text between two nodes is not in the original: use the next node.
  if (next !== undefined && offset >= (text.offsets[characters] ?? 0)) return `${root}${pathOf(next)}.0`;
  const character = lastNotAfter(characters, (index) => text.offsets[index] ?? 0, offset);
  return `${root}${pathOf(text)}.${character}`;
}

/** The last index of an ascending list whose value is at most `value`; 0 when there is none. */
export function lastNotAfter(count: number, valueAt: (index: number) => number, value: number): number {
  let low = 0;
  let high = Math.max(0, count - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (valueAt(middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * From the body, in the notation of crengine before 2026: with an index only where there are siblings of the same
 * kind.
 */
function pathOf(node: OriginalNode): string {
  const { parent } = node;
  if (parent === null || (node.kind === 'element' && node.name === 'body')) return '';
  const alike = parent.children.filter((other) =>
    node.kind === 'text' ? other.kind === 'text' : other.kind === 'element' && other.name === node.name,
  );
  const name = node.kind === 'text' ? 'text()' : node.name;
  const index = alike.length > 1 ? `[${alike.indexOf(node) + 1}]` : '';
  return `${pathOf(parent)}/${name}${index}`;
}

/** A step of an XPointer. */
type Step =
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
