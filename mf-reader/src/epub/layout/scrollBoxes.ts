import { eachAuthorStyle } from './authorStyles.ts';

const axes = ['overflow-x', 'overflow-y'];
const scrolls = /auto|scroll/;
/** What limits such a box: without it, the box is as high as its words. */
const limits = ['height', 'max-height', 'block-size', 'max-block-size'];

/**
 * Lets boxes that a book wants to be scrolled, as long program listings are, show all they hold. A column cannot break
 * inside of such a box: one that is higher than the page would be cut at its end.
 * @param document of a reflowable chapter, with its styles applied
 */
export function openScrollBoxes(document: Document): void {
  eachAuthorStyle(document, '[style*="overflow"]', (style) => {
    if (!axes.some((axis) => scrolls.test(style.getPropertyValue(axis)))) return;
    for (const axis of axes) style.setProperty(axis, 'visible', style.getPropertyPriority(axis));
    for (const limit of limits) style.removeProperty(limit);
  });
}
