import { scrollBoxClass } from '../../engine/scrollBox.ts';
import { unbrokenLines } from './openBoxes.ts';

/** Formulas and tables do not wrap. */
const wide = 'math, table';
const minTableScale = 0.7;
/** Formulas cannot wrap, so very wide ones become small instead of being cut. */
const minFormulaScale = 0.1;
/** Allowance for rounding of glyphs and columns at small scales. */
const rounding = 0.94;
/** Class of elements that wrap regardless of the book's styles (pageStyle.ts). */
const wraps = 'lectern-wraps';

/** Class of cells with much text in a scrolling table (pageStyle.ts). */
const textCell = 'lectern-text-cell';
/** Characters from which a cell has a minimum width, so that it is not as narrow as its longest word. */
const muchText = 24;

/**
 * Scales wide content to its column, since a paginated page cannot scroll sideways. A table that would become
 * unreadable gets wrapped lines; if it is still too wide, it scrolls in its own box. Only classes and attributes
 * change, so that CFIs stay valid.
 */
export function fitWideContent(document: Document): void {
  breakLines(document);
  const elements = [...document.querySelectorAll<HTMLElement>(wide)].filter(
    (element) => !element.parentElement?.closest(wide),
  );
  for (const element of elements) {
    element.style.removeProperty('zoom');
    element.classList.remove(wraps);
    stopScrolling(element);
  }
  const factors = elements.map(factorOf);
  const unreadable = elements.map(
    (element, index) => element.localName === 'table' && (factors[index] as number) < minTableScale,
  );
  for (const [index, element] of elements.entries()) if (unreadable[index]) element.classList.add(wraps);
  const final = elements.map((element, index) =>
    unreadable[index] ? factorOf(element) : (factors[index] as number),
  );
  for (const [index, element] of elements.entries()) {
    const factor = final[index] as number;
    if (element.localName === 'table' && factor < minTableScale) scrollAlone(element);
    else if (factor < 1) element.style.setProperty('zoom', Math.max(minFormulaScale, factor).toFixed(3));
  }
}

function scrollAlone(table: HTMLElement): void {
  table.classList.add(scrollBoxClass);
  // Safari focuses a scrolling box only if it has a tab index.
  if (!table.hasAttribute('tabindex')) table.tabIndex = 0;
  for (const cell of table.querySelectorAll('td, th'))
    if ((cell.textContent ?? '').trim().length >= muchText) cell.classList.add(textCell);
}

function stopScrolling(table: HTMLElement): void {
  if (!table.classList.contains(scrollBoxClass)) return;
  table.classList.remove(scrollBoxClass);
  table.removeAttribute('tabindex');
  for (const cell of table.querySelectorAll(`.${textCell}`)) cell.classList.remove(textCell);
}

/** Wraps lines that the book does not break, where they are wider than the column. */
function breakLines(document: Document): void {
  const elements = [...document.querySelectorAll<HTMLElement>(`.${unbrokenLines}`)];
  for (const element of elements) element.classList.remove(wraps);
  const wider = elements.filter((element) => factorOf(element) < 1);
  for (const element of wider) element.classList.add(wraps);
}

/** The scale for an element; 1 when it fits. */
function factorOf(element: HTMLElement): number {
  const available = availableWidth(element);
  // An element may continue in the next column: measure each fragment.
  const needed = Math.max(element.scrollWidth, ...[...element.getClientRects()].map(({ width }) => width));
  return available > 0 && needed > available + 1 ? (available / needed) * rounding : 1;
}

/** The width of the containing block in CSS pixels; 0 when unknown. */
function availableWidth(element: Element): number {
  const { body, defaultView: view } = element.ownerDocument;
  let around = element.parentElement;
  while (around && view?.getComputedStyle(around).display === 'inline') around = around.parentElement;
  if (around !== body || !view) return around?.clientWidth ?? 0;
  const { columnWidth, paddingLeft, paddingRight } = view.getComputedStyle(body);
  // The body is as wide as all columns; a scrolled one has none.
  const column = Number.parseFloat(columnWidth);
  return column || body.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) || 0;
}
