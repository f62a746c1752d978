/** CSS pixels, used where there is no layout. */
const defaultWidth = 960;

/**
 * Width of the page's content in CSS pixels, before the shelf itself can be measured. A wrong
 * guess renders every book of the first screen twice.
 */
export function contentWidth(container = globalThis.document?.querySelector<HTMLElement>('main')): number {
  if (!container) return defaultWidth;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(container);
  const width =
    container.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
  return width > 0 ? width : defaultWidth;
}
