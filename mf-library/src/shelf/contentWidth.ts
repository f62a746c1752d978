/** CSS pixels; for where nothing is laid out. */
const usual = 960;

/**
 * How wide the page's place is: what a shelf in it will be as wide as, before there is a shelf to be measured. A first
 * guess that is wrong makes every book of the first screen twice. CSS pixels.
 */
export function contentWidth(place = globalThis.document?.querySelector<HTMLElement>('main')): number {
  if (!place) return usual;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(place);
  const width =
    place.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
  return width > 0 ? width : usual;
}
