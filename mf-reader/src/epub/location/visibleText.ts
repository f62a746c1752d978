import type { TextMap } from '../../engine/textMap.ts';

/**
 * The offset of the first character for whose box `isBefore` is false. Boxes are asked for in the order of reading,
 * by halving, so even a very long chapter takes some twenty questions. The length of the text when all lies before.
 */
export function firstFrom(map: TextMap, isBefore: (box: DOMRect) => boolean): number {
  const range = document.createRange();
  const boxOf = (select: (range: Range) => void, which: 'first' | 'last' = 'last'): DOMRect | null => {
    select(range);
    const boxes = range.getClientRects();
    return boxes[which === 'first' ? 0 : boxes.length - 1] ?? null;
  };
  const pieceBefore = (index: number): boolean => {
    // Blanks and hidden words have no box: where the next words begin speaks for them. Where those end would not do, as
    // a paragraph that runs on from the screen before would make the blank in front of it the first thing shown.
    for (let at = index; at < map.pieces; at++) {
      const box = boxOf((r) => r.selectNodeContents(map.piece(at).node), at === index ? 'last' : 'first');
      if (box) return isBefore(box);
    }
    return false;
  };
  const piece = firstFalse(map.pieces, pieceBefore);
  if (piece >= map.pieces) return map.length;
  const { node, start } = map.piece(piece);
  const characterBefore = (offset: number): boolean => {
    for (let at = offset; at < node.length; at++) {
      const box = boxOf((r) => {
        r.setStart(node, at);
        r.setEnd(node, at + 1);
      });
      if (box && box.width > 0) return isBefore(box);
    }
    return false;
  };
  const first = firstFalse(node.length, characterBefore);
  // A blank at which a line breaks has its place at the end of the line before, so it would lead back there.
  const blanks = /^\s*/.exec(node.data.slice(first))?.[0].length ?? 0;
  return start + first + (first + blanks < node.length ? blanks : 0);
}

/**
 * The first of 0..count-1 for which `holds` is false; `count` when it holds for all. It must never become true again.
 */
function firstFalse(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
