import type { OriginalElement, OriginalNode, OriginalText } from './originalTree.ts';
import type { OriginalChapter } from './readOriginal.ts';

/** A chapter serialized as typed arrays, which are many times faster to transfer than objects. */
export interface PackedChapter {
  /** Four numbers per node, in document order (`kind`). */
  nodes: Uint32Array;
  /** Unique element names. */
  names: readonly string[];
  /** Ids of elements, by node number. */
  ids: readonly (readonly [node: number, id: string])[];
  /** Offsets of all texts, concatenated. */
  offsets: Uint32Array;
  servedText: string;
}

/**
 * The first number of a node: a text (followed by number of offsets, 1 when blank, 0), or the index of an element's
 * name (followed by number of children, start, end).
 */
const kind = { text: 0, firstName: 1 } as const;
const numbersOfNode = 4;

export function packChapter({ body, servedText }: OriginalChapter): PackedChapter {
  const names = new Map<string, number>();
  const ids: [number, string][] = [];
  const nodes: number[] = [];
  const texts: Uint32Array[] = [];
  const waiting: OriginalNode[] = [body];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'text') {
      nodes.push(kind.text, node.offsets.length, Number(node.blank), 0);
      texts.push(node.offsets);
      continue;
    }
    if (!names.has(node.name)) names.set(node.name, names.size);
    if (node.id !== null) ids.push([nodes.length / numbersOfNode, node.id]);
    nodes.push(
      kind.firstName + (names.get(node.name) ?? 0),
      node.children.length,
      Math.max(0, node.start),
      node.end,
    );
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  const offsets = new Uint32Array(texts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of texts) {
    offsets.set(each, at);
    at += each.length;
  }
  return { nodes: Uint32Array.from(nodes), names: [...names.keys()], ids, offsets, servedText };
}

export function unpackChapter({ nodes, names, ids, offsets, servedText }: PackedChapter): OriginalChapter {
  const named = new Map(ids);
  const texts: OriginalText[] = [];
  const top: OriginalNode[] = [];
  /** Elements that still lack children. */
  const open: { element: OriginalElement | null; children: OriginalNode[]; left: number }[] = [
    { element: null, children: top, left: 1 },
  ];
  let textStart = 0;
  for (let at = 0; at < nodes.length; at += numbersOfNode) {
    while (open.at(-1)?.left === 0) open.pop();
    const around = open.at(-1) as (typeof open)[number];
    around.left -= 1;
    const [type = 0, size = 0, second = 0, end = 0] = nodes.subarray(at, at + numbersOfNode);
    if (type === kind.text) {
      const text: OriginalText = {
        kind: 'text',
        parent: around.element as OriginalElement,
        offsets: offsets.subarray(textStart, textStart + size),
        blank: second === 1,
      };
      textStart += size;
      around.children.push(text);
      if (text.offsets[0] !== text.offsets.at(-1)) texts.push(text);
      continue;
    }
    const element: OriginalElement = {
      kind: 'element',
      name: names[type - kind.firstName] ?? '',
      id: named.get(at / numbersOfNode) ?? null,
      parent: around.element,
      children: [],
      start: second,
      end,
    };
    around.children.push(element);
    open.push({ element, children: element.children, left: size });
  }
  return { body: top[0] as OriginalElement, texts, servedText };
}
