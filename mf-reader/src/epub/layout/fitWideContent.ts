import { unbrokenLines } from './openBoxes.ts';

/** Formulas and tables do not wrap. */
const wide = 'math, table';
/** What cannot be read at this size. */
const least = 0.45;
/** A formula has no lines: one that is wider is small rather than cut. */
const minFormulaScale = 0.1;
/** Letters and columns are rounded up when they are small. */
const rounding = 0.94;
/** Class of what wraps whatever the book says (pageStyle.ts). */
const wraps = 'lectern-wraps';

/**
 * Scales wide content down to its column, since a paginated page cannot scroll sideways. A table that could not be read
 * at that size gets lines that wrap.
 */
export function fitWideContent(document: Document): void {
  breakLines(document);
  const found = [...document.querySelectorAll<HTMLElement>(wide)].filter(
    (element) => !element.parentElement?.closest(wide),
  );
  for (const element of found) {
    element.style.removeProperty('zoom');
    element.classList.remove(wraps);
  }
  const factors = found.map(factorOf);
  const unreadable = found.map(
    (element, index) => element.localName === 'table' && (factors[index] as number) < least,
  );
  for (const [index, element] of found.entries()) if (unreadable[index]) element.classList.add(wraps);
  const final = found.map((element, index) =>
    unreadable[index] ? factorOf(element) : (factors[index] as number),
  );
  for (const [index, element] of found.entries()) {
    const factor = final[index] as number;
    if (factor < 1)
      element.style.setProperty(
        'zoom',
        Math.max(element.localName === 'math' ? minFormulaScale : least, factor).toFixed(3),
      );
  }
}

/** Breaks lines that their book does not break where they are wider than their column. */
function breakLines(document: Document): void {
  const found = [...document.querySelectorAll<HTMLElement>(`.${unbrokenLines}`)];
  for (const element of found) element.classList.remove(wraps);
  const wider = found.filter((element) => factorOf(element) < 1);
  for (const element of wider) element.classList.add(wraps);
}

/** What its width is to be multiplied by; 1 where it fits. */
function factorOf(element: HTMLElement): number {
  const room = roomAround(element);
  // Each part of one that goes on in the next column, not all of them together.
  const needed = Math.max(element.scrollWidth, ...[...element.getClientRects()].map(({ width }) => width));
  return room > 0 && needed > room + 1 ? (room / needed) * rounding : 1;
}

/** The width of the block that an element stands in, in CSS pixels; 0 where it is not known. */
function roomAround(element: Element): number {
  const { body, defaultView: view } = element.ownerDocument;
  let around = element.parentElement;
  while (around && view?.getComputedStyle(around).display === 'inline') around = around.parentElement;
  // The body is as wide as all columns.
  if (around === body) return Number.parseFloat(view?.getComputedStyle(body).columnWidth ?? '') || 0;
  return around?.clientWidth ?? 0;
}
