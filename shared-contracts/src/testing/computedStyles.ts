const byStyleSheets = window.getComputedStyle;

/** Not displayed by a browser, whatever the style sheets say. */
const unseen = '[hidden], dialog:not([open]), head, script, style, template';

/**
 * Computed styles without style sheets. jsdom has no layout, but tries every rule of every sheet for each element that
 * a query by role meets: more than a quarter of the time of a screen's tests.
 */
export function withoutStyleSheets(): void {
  const notDisplayed = document.createElement('p').style;
  notDisplayed.display = 'none';
  window.getComputedStyle = (element, pseudo) => {
    if (!('style' in element) || pseudo) return byStyleSheets(element, pseudo);
    return element.matches(unseen) ? notDisplayed : (element as HTMLElement).style;
  };
}

/** For tests of what style sheets do. */
export function withStyleSheets(): void {
  window.getComputedStyle = byStyleSheets;
}
