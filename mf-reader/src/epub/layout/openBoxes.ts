import { eachAuthorStyle } from './authorStyles.ts';

const axes = ['overflow-x', 'overflow-y'];
const scrolls = /auto|scroll/;
/** What limits a box that is scrolled: without it, the box is as high as its words. */
const limits = ['height', 'max-height', 'block-size', 'max-block-size'];
/** Widths that do not follow the page, other than none at all. */
const fixedWidth = /^(?!0)[\d.]+(?!%)[a-z]+$/;
const unbroken = /^(?:nowrap|pre)$/;

/** Class of elements whose lines their book does not break: fitWideContent breaks those that are wider than the page. */
export const unbrokenLines = 'lectern-unbroken';

/**
 * Lets the boxes of a book show all they hold: a column has no room beside it, and cannot break within a box that is
 * scrolled, as long program listings are: one that is higher than the page would be cut at its end.
 * @param document of a reflowable chapter, with its styles applied
 */
export function openBoxes(document: Document): void {
  const lines: (string | Element)[] = ['nobr'];
  const attributes = ['overflow', 'min-width', 'white-space'].map((name) => `[style*="${name}"]`).join();
  eachAuthorStyle(document, attributes, (style, where) => {
    if (axes.some((axis) => scrolls.test(style.getPropertyValue(axis)))) {
      for (const axis of axes) style.setProperty(axis, 'visible', style.getPropertyPriority(axis));
      for (const limit of limits) style.removeProperty(limit);
    }
    if (fixedWidth.test(style.getPropertyValue('min-width'))) style.removeProperty('min-width');
    if (unbroken.test(style.getPropertyValue('white-space'))) lines.push(where);
  });
  for (const where of lines)
    for (const element of typeof where === 'string' ? matching(document, where) : [where])
      element.classList.add(unbrokenLines);
}

/** None for a selector that means something only where it stands. */
function matching(document: Document, selector: string): Iterable<Element> {
  try {
    return document.querySelectorAll(selector);
  } catch {
    return [];
  }
}
