import { eachAuthorStyle } from './authorStyles.ts';

/**
 * Lets the user's font replace the one in which a chapter sets most of its text by spans, as LibreOffice and Google
 * Docs write it. Other spans, such as code, keep theirs.
 */
export function applyProseFont(page: Document): void {
  const spans = Map.groupBy(page.body.querySelectorAll('span:not(:has(span))'), (span) => span.className);
  const groups = [...spans.values()].map((group) => ({
    first: group[0] as Element,
    length: lengthOf(group),
  }));
  const families = new Map<string, { length: number; styles: CSSStyleDeclaration[] }>();
  eachAuthorStyle(page, 'span[style*="font-family"]', (style, where) => {
    const family = style.fontFamily;
    if (family === '') return;
    const length =
      typeof where === 'string'
        ? groups.reduce((sum, group) => (group.first.matches(where) ? sum + group.length : sum), 0)
        : lengthOf([where]);
    if (length === 0) return;
    const use = families.get(family) ?? { length: 0, styles: [] };
    use.length += length;
    use.styles.push(style);
    families.set(family, use);
  });
  const most = lengthOf([page.body]) / 2;
  for (const [family, { length, styles }] of families) {
    if (length <= most) continue;
    for (const style of styles)
      style.setProperty(
        'font-family',
        `var(--lectern-font, ${family})`,
        style.getPropertyPriority('font-family'),
      );
  }
}

const lengthOf = (elements: readonly Element[]) =>
  elements.reduce((sum, { textContent }) => sum + (textContent?.trim().length ?? 0), 0);
