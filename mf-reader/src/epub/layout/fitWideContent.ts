/** Formulas and tables do not wrap. */
const wide = 'math, table';
const least = 0.45;

/**
 * Scales wide content down to its column, since a paginated page cannot scroll sideways.
 */
export function fitWideContent(document: Document): void {
  const found = [...document.querySelectorAll<HTMLElement>(wide)].filter(
    (element) => !element.parentElement?.closest(wide),
  );
  for (const element of found) element.style.removeProperty('zoom');
  const factors = found.map((element) => {
    const room = blockAround(element)?.clientWidth ?? 0;
    const needed = Math.max(element.scrollWidth, element.getBoundingClientRect().width);
    return room > 0 && needed > room + 1 ? Math.max(least, room / needed) : 1;
  });
  for (const [index, element] of found.entries())
    if ((factors[index] as number) < 1)
      element.style.setProperty('zoom', (factors[index] as number).toFixed(3));
}

function blockAround(element: Element): Element | null {
  const view = element.ownerDocument.defaultView;
  let around = element.parentElement;
  while (around && view?.getComputedStyle(around).display === 'inline') around = around.parentElement;
  // The body is as wide as all columns, so a paragraph is measured.
  return around === element.ownerDocument.body ? null : around;
}
