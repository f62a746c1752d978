import { eachAuthorStyle, type StyleTarget } from './authorStyles.ts';

const axes = ['overflow-x', 'overflow-y'];
const scrolls = /auto|scroll/;
const hides = /hidden|clip/;
/** Properties that limit the height of a scrollable box. */
const limits = ['height', 'max-height', 'block-size', 'max-block-size'];
/** Widths that do not depend on the page, except zero. */
const fixedWidth = /^(?!0)[\d.]+(?!%)[a-z]+$/;
/** Lengths that are negative, or may be. */
const outward = /^(?:-[\d.]+(?:[a-z]+|%)|calc\(.*-.*\))$/;
const sides = ['margin-left', 'margin-right', 'margin-inline-start', 'margin-inline-end'];
const offsets = ['left', 'right'];
const unbroken = /^(?:nowrap|pre)$/;
/** Alignments by which content that is longer than its box would overflow before its beginning. */
const alignments = ['align-items', 'align-content', 'justify-content'];
const beforeBeginning = /^(?:center|end|flex-end)$/;
/** Hides the lines after a number. */
const clamps = ['-webkit-line-clamp', 'line-clamp'];

/** Class of elements with unbroken lines; fitWideContent wraps those that are wider than the page. */
export const unbrokenLines = 'lectern-unbroken';

/**
 * Removes scrolling and clipping from boxes: a paginated column cannot scroll, and a scroll container does not break
 * across pages, so a long program listing would be cut off.
 * @param document of a reflowable chapter, with its styles applied
 */
export function openBoxes(document: Document): void {
  const lines: StyleTarget[] = ['nobr'];
  const hidden: StyleTarget[] = [];
  const indented: StyleTarget[] = [];
  const attributes = [
    'overflow',
    'min-width',
    'margin',
    'white-space',
    'text-indent',
    'relative',
    'align-',
    'place-',
    'justify-content',
    'line-clamp',
  ]
    .map((name) => `[style*="${name}"]`)
    .join();
  eachAuthorStyle(document, attributes, (style, where) => {
    if (axes.some((axis) => scrolls.test(style.getPropertyValue(axis)))) {
      for (const axis of axes) style.setProperty(axis, 'visible', style.getPropertyPriority(axis));
      for (const limit of limits) style.removeProperty(limit);
    } else if (axes.some((axis) => hides.test(style.getPropertyValue(axis)))) hidden.push(where);
    if (fixedWidth.test(style.getPropertyValue('min-width'))) style.removeProperty('min-width');
    // Beside the column is the edge of the page, or another column.
    for (const side of style.getPropertyValue('position') === 'relative' ? [...sides, ...offsets] : sides) {
      const length = style.getPropertyValue(side);
      if (outward.test(length))
        style.setProperty(side, `max(-1em, -${overhang}px, ${length})`, style.getPropertyPriority(side));
    }
    for (const alignment of alignments) {
      const value = style.getPropertyValue(alignment);
      if (beforeBeginning.test(value))
        style.setProperty(alignment, `safe ${value}`, style.getPropertyPriority(alignment));
    }
    for (const clamp of clamps) style.removeProperty(clamp);
    if (outward.test(style.getPropertyValue('text-indent'))) indented.push(where);
    if (unbroken.test(style.getPropertyValue('white-space'))) lines.push(where);
  });
  for (const element of lines.flatMap((where) => elementsAt(document, where)))
    element.classList.add(unbrokenLines);
  limitIndents(indented.flatMap((where) => elementsAt(document, where)));
  showWhole(hidden.flatMap((where) => elementsAt(document, where)));
}

/** CSS pixels. A lower box that hides its text is closed on purpose. */
const minOpenHeight = 48;

/**
 * Boxes that hide their overflow cannot break across pages. Those without overflow need not hide it, and those of some
 * lines were made for smaller letters, or are too low for their words.
 */
function showWhole(boxes: readonly HTMLElement[]): void {
  // The page itself is styled in pageStyle.ts.
  const isWhole = (box: HTMLElement) => box.scrollHeight <= box.clientHeight + 1;
  const whole = boxes.filter(
    (box) => box.closest('body > *') && (isWhole(box) || box.clientHeight >= minOpenHeight),
  );
  const tooLow = new Set(whole.filter((box) => !isWhole(box)));
  const displays = whole.map((box) => box.ownerDocument.defaultView?.getComputedStyle(box).display);
  for (const [index, box] of whole.entries()) {
    box.style.setProperty('overflow', 'visible', 'important');
    if (tooLow.has(box))
      for (const [limit, value] of [
        ['height', 'auto'],
        ['max-height', 'none'],
      ] as const)
        box.style.setProperty(limit, value, 'important');
    // It still has to contain floats.
    if (displays[index] === 'block') box.style.setProperty('display', 'flow-root');
  }
}

/** Empty for invalid selectors. */
function elementsAt(document: Document, where: StyleTarget): HTMLElement[] {
  if (typeof where !== 'string') return [where];
  try {
    return [...document.querySelectorAll<HTMLElement>(where)];
  } catch {
    return [];
  }
}

/** How far a text may hang over its column: the margin of a page is not narrower. */
const overhang = 18;

/**
 * Limits negative indents to the space beside the text. Beyond it is the edge of the page, or another column.
 * @param indented elements whose styles have a negative indent, which those in them inherit
 */
function limitIndents(indented: readonly HTMLElement[]): void {
  const all = new Set<HTMLElement>();
  for (const element of indented)
    if (!all.has(element))
      for (const each of [element, ...element.querySelectorAll<HTMLElement>('*')]) all.add(each);
  const spaces = new Map<Element, number>();
  const wrong = [...all].flatMap((element) => {
    const style = styleOf(element);
    const indent = Number.parseFloat(style.textIndent);
    if (!(indent < 0) || style.display.startsWith('inline')) return [];
    const space = spaceBeside(element, spaces) + overhang;
    return -indent > space + 1 ? [{ element, limit: space / Number.parseFloat(style.fontSize) }] : [];
  });
  for (const { element, limit } of wrong)
    element.style.setProperty('text-indent', `${-limit.toFixed(2)}em`, 'important');
}

/** Pixels between the start of the column, or table cell, and the text. */
function spaceBeside(element: Element, spaces: Map<Element, number>): number {
  const known = spaces.get(element);
  if (known !== undefined) return known;
  const { parentElement: parent, ownerDocument } = element;
  const style = styleOf(element);
  const own = ['marginInlineStart', 'borderInlineStartWidth', 'paddingInlineStart'] as const;
  const inset = own.reduce((sum, name) => sum + (Number.parseFloat(style[name]) || 0), 0);
  const isOuter = !parent || parent === ownerDocument.body || style.display === 'table-cell';
  const space = inset + (isOuter ? 0 : spaceBeside(parent, spaces));
  spaces.set(element, space);
  return space;
}

const styleOf = (element: Element): CSSStyleDeclaration =>
  (element.ownerDocument.defaultView as Window).getComputedStyle(element);
