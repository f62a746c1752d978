import { element, type OriginalElement } from './originalTree.ts';

/**
 * What crengine makes of the parts of `<mfenced>`: an operator before them, a row of them with operators between, and an
 * operator behind. The operators are in no text that is served.
 */
export function fencedChildren(fenced: OriginalElement, separators = ','): OriginalElement['children'] {
  const row = element('mrow', null, fenced, fenced.start);
  row.end = fenced.end;
  const hasSeparators = separators.trim() !== '';
  for (const child of fenced.children) {
    if (hasSeparators && child.kind === 'element' && row.children.length > 0)
      row.children.push(operator(row, child.start));
    child.parent = row;
    row.children.push(child);
  }
  return [operator(fenced, fenced.start), row, operator(fenced, fenced.end)];
}

function operator(parent: OriginalElement, at: number): OriginalElement {
  const made = element('mo', null, parent, at);
  made.children.push({ kind: 'text', parent: made, offsets: Uint32Array.of(at, at), blank: false });
  return made;
}
