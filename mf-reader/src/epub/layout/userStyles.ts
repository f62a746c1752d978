import { eachAuthorStyle, type StyleTarget } from './authorStyles.ts';

/** CSS pixels per absolute unit. */
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
};
/** Default text size in CSS pixels. */
const usualSize = 16;
/** Font sizes with a name, in CSS pixels. */
const namedSizes: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
};

/** Converts an absolute size to rem; null for relative ones. */
export function relativeSize(value: string): string | null {
  const named = namedSizes[value.trim()];
  if (named) return inRem(named);
  const match = /^(\d*\.?\d+)(px|pt|pc|in|cm|mm)$/.exec(value.trim());
  const unit = match && pixels[match[2] as string];
  if (!match || !unit) return null;
  return inRem(Number(match[1]) * unit);
}

const inRem = (size: number) => `${Math.round((size * 1_000) / usualSize) / 1_000}rem`;

/**
 * Gives user settings precedence: absolute sizes of text and lines become relative, and text is justified only if the
 * user wants it. Centered text stays centered. The text of a drawing keeps the size that fits the drawing.
 */
export function applyUserStyles(document: Document): void {
  const drawings = [...document.querySelectorAll('svg:not(svg svg)')];
  eachAuthorStyle(document, '[style*="font"], [style*="line-height"]', (style, where) =>
    convert(style, () => isInDrawing(drawings, where)),
  );
  applyProseFont(document);
}

function isInDrawing(drawings: readonly Element[], where: StyleTarget): boolean {
  if (typeof where !== 'string') return where.closest('svg') !== null;
  // A selector of a pseudo-element is invalid outside of the brackets, and matches nothing within.
  return where !== '' && drawings.some((drawing) => drawing.querySelector(`:is(${where})`) !== null);
}

function convert(style: CSSStyleDeclaration, isDrawing: () => boolean): void {
  for (const property of ['font-size', 'line-height']) {
    const size = relativeSize(style.getPropertyValue(property));
    if (size && !isDrawing()) style.setProperty(property, size, style.getPropertyPriority(property));
  }
  if (style.getPropertyValue('text-align') === 'justify') style.removeProperty('text-align');
}

/**
 * Lets the user's font replace the one in which a chapter sets most of its text by spans, as LibreOffice and Google
 * Docs write it. Other spans, such as code, keep theirs.
 */
function applyProseFont(page: Document): void {
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
