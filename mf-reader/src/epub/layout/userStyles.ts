import { eachAuthorStyle } from './authorStyles.ts';
import { applyProseFont } from './proseFont.ts';

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

/** Converts an absolute font size to rem; null for relative ones. */
export function relativeSize(value: string): string | null {
  const match = /^(\d*\.?\d+)(px|pt|pc|in|cm|mm)$/.exec(value.trim());
  const unit = match && pixels[match[2] as string];
  if (!match || !unit) return null;
  return `${Math.round((Number(match[1]) * unit * 1_000) / usualSize) / 1_000}rem`;
}

/**
 * Gives user settings precedence: absolute font sizes become relative, and text is justified only if the user wants
 * it. Centered text stays centered.
 */
export function applyUserStyles(document: Document): void {
  eachAuthorStyle(document, '[style*="font-size"]', convert);
  applyProseFont(document);
}

function convert(style: CSSStyleDeclaration): void {
  const size = relativeSize(style.getPropertyValue('font-size'));
  if (size) style.setProperty('font-size', size, style.getPropertyPriority('font-size'));
  if (style.getPropertyValue('text-align') === 'justify') style.removeProperty('text-align');
}
