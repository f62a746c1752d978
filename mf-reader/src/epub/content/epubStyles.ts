/** Prefixed CSS properties of EPUB 3, with their unprefixed names. https://www.w3.org/TR/epub-33/#sec-css-prefixed */
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
/** Chromium does not support this value: it is kept in a custom property and applied by applyFullWidth. */
const fullWidth = /(text-transform\s*:)([^;}!]*?)\b(?:-epub-)?full-?width\b/gi;
const fullWidthMark = '--lectern-full-width';

/** Replaces EPUB's CSS prefixes in a style sheet or style attribute. */
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
 * Converts ASCII characters to full-width ones where the styles of a chapter require it. The replacement is one to
 * one, so that text offsets stay valid.
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
