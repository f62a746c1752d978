/** The target of a declaration block: a selector or an element. */
export type StyleTarget = string | HTMLElement;
type Use = (style: CSSStyleDeclaration, where: StyleTarget) => void;

/** Calls `use` for each declaration block in a chapter's style sheets and style attributes. */
export function eachAuthorStyle(document: Document, attributes: string, use: Use): void {
  eachAuthorSheet(document, ({ cssRules }) => visit(cssRules, use));
  for (const element of document.querySelectorAll<HTMLElement>(attributes)) use(element.style, element);
}

/** Calls `use` for each style sheet of a chapter. */
export function eachAuthorSheet(document: Document, use: (sheet: CSSStyleSheet) => void): void {
  for (const sheet of document.styleSheets) {
    if ((sheet.ownerNode as Element | null)?.id === 'lectern-page') continue;
    try {
      use(sheet);
    } catch {
      // Cross-origin style sheets cannot be read and stay unchanged.
    }
  }
}

function visit(rules: CSSRuleList, use: Use): void {
  for (const rule of rules) {
    if ('style' in rule) use((rule as CSSStyleRule).style, (rule as CSSStyleRule).selectorText ?? '');
    if ('cssRules' in rule) visit((rule as CSSGroupingRule).cssRules, use);
  }
}
