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
/** Chromium does not know this value: it is remembered in a property of our own, and done by applyFullWidth. */
const fullWidth = /(text-transform\s*:)([^;}!]*?)\b(?:-epub-)?full-?width\b/gi;
const fullWidthMark = '--lectern-full-width';

/** A style sheet, or the value of a style attribute, without prefixes of EPUB. */
export function withoutEpubPrefixes(css: string): string {
  if (!/-epub-|full-?width/i.test(css)) return css;
  return css
    .replace(fullWidth, (_, property: string, before: string) => {
      const others = before.replace(/-epub-$/i, '').trim();
      return `${fullWidthMark}: 1; ${property} ${others || 'none'}`;
    })
    .replace(declaration, (_, before: string, property: string, colon: string, value: string) => {
      const name = property.toLowerCase();
      const plain = value.trim().toLowerCase();
      return `${before}${names[name] ?? name}${colon}${values[name]?.[plain] ?? value}`;
    });
}

/** Rewrites the style attributes of a chapter. */
export function mapStyleAttributes(chapter: Document): void {
  for (const element of chapter.querySelectorAll('[style*="-epub-" i], [style*="full-width" i]'))
    element.setAttribute('style', withoutEpubPrefixes(element.getAttribute('style') ?? ''));
}

/**
 * Letters, digits and signs of ASCII in the width of Japanese letters, where the styles of a chapter ask for it. Each
 * is replaced by one other, so that places in the text stay what they are.
 * @param page with its styles applied
 */
export function applyFullWidth(page: Document): void {
  const view = page.defaultView;
  const styled = [...page.querySelectorAll('style, [style]')];
  const asks = styled.some((element) =>
    (element.localName === 'style' ? element.textContent : element.getAttribute('style'))?.includes(
      fullWidthMark,
    ),
  );
  if (!asks || !view) return;
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const around = node.parentElement;
    if (!around || view.getComputedStyle(around).getPropertyValue(fullWidthMark).trim() !== '1') continue;
    node.data = node.data.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  }
}
