/** CSS pixels in a unit that does not grow with the reader's choice. */
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
};
/** What books take for the size of text when they give it in absolute units. */
const usualSize = 16;

/** A font size in rem for one in absolute units; null for any other. */
export function relativeSize(value: string): string | null {
  const match = /^(\d*\.?\d+)(px|pt|pc|in|cm|mm)$/.exec(value.trim());
  const unit = match && pixels[match[2] as string];
  if (!match || !unit) return null;
  return `${Math.round((Number(match[1]) * unit * 1_000) / usualSize) / 1_000}rem`;
}

/**
 * Leaves to the reader what is the reader's to choose: font sizes in absolute units follow the chosen size, and text
 * is justified only where the reader wants it. What is centred stays centred.
 */
export function applyUserStyles(document: Document): void {
  for (const sheet of document.styleSheets) {
    if ((sheet.ownerNode as Element | null)?.id === 'lectern-page') continue;
    try {
      visit(sheet.cssRules);
    } catch {
      // A sheet from another origin cannot be read; its sizes stay as they are.
    }
  }
  for (const element of document.querySelectorAll<HTMLElement>('[style*="font-size"]'))
    convert(element.style);
}

function visit(rules: CSSRuleList): void {
  for (const rule of rules) {
    if ('style' in rule) convert((rule as CSSStyleRule).style);
    if ('cssRules' in rule) visit((rule as CSSGroupingRule).cssRules);
  }
}

function convert(style: CSSStyleDeclaration): void {
  const size = relativeSize(style.getPropertyValue('font-size'));
  if (size) style.setProperty('font-size', size, style.getPropertyPriority('font-size'));
  if (style.getPropertyValue('text-align') === 'justify') style.removeProperty('text-align');
}
