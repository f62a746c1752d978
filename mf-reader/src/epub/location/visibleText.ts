import { boxOnPage } from '../../engine/scrollBox.ts';
import type { TextMap } from '../../engine/textMap.ts';

/**
 * The offset of the first character whose box is not before the screen, by binary search, so that
 * a long chapter takes about twenty measurements. The text length when everything is before.
 */
export function firstVisibleOffset(map: TextMap, isBefore: (box: DOMRect) => boolean): number {
  const range = document.createRange();
  const boxOf = (select: (range: Range) => void, which: 'first' | 'last' = 'last'): DOMRect | null => {
    select(range);
    const boxes = range.getClientRects();
    const box = boxes[which === 'first' ? 0 : boxes.length - 1];
    return box ? boxOnPage(range.startContainer, box) : null;
  };
  const pieceBefore = (index: number): boolean => {
    // Spaces and hidden text have no box: the start of the next text is used. Its end would be wrong, since
    // a paragraph continued from the last screen would make the space before it the first visible one.
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
  // A space at a line break belongs to the end of the previous line.
  const blanks = /^\s*/.exec(node.data.slice(first))?.[0].length ?? 0;
  return start + first + (first + blanks < node.length ? blanks : 0);
}

/**
 * Binary search: the first of 0..count-1 for which the monotonic `holds` is false; else `count`.
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
