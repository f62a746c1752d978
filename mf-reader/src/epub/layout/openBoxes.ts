import { eachAuthorStyle, type Place } from './authorStyles.ts';

const axes = ['overflow-x', 'overflow-y'];
const scrolls = /auto|scroll/;
const hides = /hidden|clip/;
/** What limits a box that is scrolled: without it, the box is as high as its words. */
const limits = ['height', 'max-height', 'block-size', 'max-block-size'];
/** Widths that do not follow the page, other than none at all. */
const fixedWidth = /^(?!0)[\d.]+(?!%)[a-z]+$/;
const outward = /^-[\d.]+[a-z]+$/;
const sides = ['margin-left', 'margin-right'];
const unbroken = /^(?:nowrap|pre)$/;

/** Class of elements whose lines their book does not break: fitWideContent breaks what is wider than the page. */
export const unbrokenLines = 'lectern-unbroken';

/**
 * Lets the boxes of a book show all they hold: a column has no room beside it, and cannot break within a box that is
 * scrolled, as long program listings are: one that is higher than the page would be cut at its end.
 * @param document of a reflowable chapter, with its styles applied
 */
export function openBoxes(document: Document): void {
  const lines: Place[] = ['nobr'];
  const hidden: Place[] = [];
  const attributes = ['overflow', 'min-width', 'margin', 'white-space']
    .map((name) => `[style*="${name}"]`)
    .join();
  eachAuthorStyle(document, attributes, (style, where) => {
    if (axes.some((axis) => scrolls.test(style.getPropertyValue(axis)))) {
      for (const axis of axes) style.setProperty(axis, 'visible', style.getPropertyPriority(axis));
      for (const limit of limits) style.removeProperty(limit);
    } else if (axes.some((axis) => hides.test(style.getPropertyValue(axis)))) hidden.push(where);
    if (fixedWidth.test(style.getPropertyValue('min-width'))) style.removeProperty('min-width');
    for (const side of sides) {
      const margin = style.getPropertyValue(side);
      // Beside the column is the edge of the page, or the column before.
      if (outward.test(margin))
        style.setProperty(side, `max(-1em, ${margin})`, style.getPropertyPriority(side));
    }
    if (unbroken.test(style.getPropertyValue('white-space'))) lines.push(where);
  });
  for (const element of lines.flatMap((where) => elementsAt(document, where)))
    element.classList.add(unbrokenLines);
  showWhole(hidden.flatMap((where) => elementsAt(document, where)));
}

/** A box that hides what is beyond it cannot be divided between pages: one that hides nothing need not hide. */
function showWhole(boxes: readonly HTMLElement[]): void {
  // The page itself has a style of our own (pageStyle.ts).
  const whole = boxes.filter((box) => box.closest('body > *') && box.scrollHeight <= box.clientHeight + 1);
  const displays = whole.map((box) => box.ownerDocument.defaultView?.getComputedStyle(box).display);
  for (const [index, box] of whole.entries()) {
    box.style.setProperty('overflow', 'visible', 'important');
    // It still holds what floats in it.
    if (displays[index] === 'block') box.style.setProperty('display', 'flow-root');
  }
}

/** None for a selector that means something only where it stands. */
function elementsAt(document: Document, where: Place): HTMLElement[] {
  if (typeof where !== 'string') return [where];
  try {
    return [...document.querySelectorAll<HTMLElement>(where)];
  } catch {
    return [];
  }
}
