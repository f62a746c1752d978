/**
 * CSS properties that EPUB 3 has with a prefix, by the names that browsers know.
 * https://www.w3.org/TR/epub-33/#sec-css-prefixed
 */
const names: Readonly<Record<string, string>> = {
  'text-combine': 'text-combine-upright',
  'text-combine-horizontal': 'text-combine-upright',
};
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'text-combine': { horizontal: 'all' },
  'text-orientation': { 'vertical-right': 'mixed', 'sideways-right': 'sideways', 'rotate-right': 'sideways' },
  'text-underline-position': { alphabetic: 'auto', 'under-left': 'under left', 'under-right': 'under right' },
};

const declaration = /(^|[;{\s])-epub-([a-z-]+)(\s*:\s*)([^;}!]*)/gi;
const fullWidth = /(text-transform\s*:[^;}]*)-epub-(fullwidth|full-width)/gi;

/** A style sheet, or the value of a style attribute, without prefixes of EPUB. */
export function withoutEpubPrefixes(css: string): string {
  if (!css.includes('-epub-') && !/-epub-/i.test(css)) return css;
  return css
    .replace(fullWidth, (_, before: string) => `${before}full-width`)
    .replace(declaration, (_, before: string, property: string, colon: string, value: string) => {
      const name = property.toLowerCase();
      const plain = value.trim().toLowerCase();
      return `${before}${names[name] ?? name}${colon}${values[name]?.[plain] ?? value}`;
    });
}

/** Rewrites the style attributes of a chapter. */
export function mapStyleAttributes(chapter: Document): void {
  for (const element of chapter.querySelectorAll('[style*="-epub-" i]'))
    element.setAttribute('style', withoutEpubPrefixes(element.getAttribute('style') ?? ''));
}
