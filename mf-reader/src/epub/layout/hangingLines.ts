/** How far a text may hang over its column: the margin of a page is not narrower. */
export const overhang = 18;

/**
 * Limits negative indents to the space beside the text. Beyond it is the edge of the page, or another column.
 * @param indented elements whose styles have a negative indent, which those in them inherit
 */
export function limitIndents(indented: readonly HTMLElement[]): void {
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
