import type { TextMap } from '../engine/textMap.ts';

/**
 * The offset of the first character for whose box `isBefore` is false. Boxes are asked for in the order of reading,
 * by halving, so even a very long chapter takes some twenty questions. The length of the text when all lies before.
 */
export function firstFrom(map: TextMap, isBefore: (box: DOMRect) => boolean): number {
  const range = document.createRange();
  const boxOf = (select: (range: Range) => void): DOMRect | null => {
    select(range);
    const boxes = range.getClientRects();
    return boxes[boxes.length - 1] ?? null;
  };
  const pieceBefore = (index: number): boolean => {
    // Blanks and hidden words have no box: the next that has one speaks for them.
    for (let at = index; at < map.pieces; at++) {
      const box = boxOf((r) => r.selectNodeContents(map.piece(at).node));
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
  return start + firstFalse(node.length, characterBefore);
}

/** The first of 0..count-1 for which `holds` is false; `count` when it holds for all. It must never become true again. */
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
