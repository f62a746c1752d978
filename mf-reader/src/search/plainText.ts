/** Text of markup without a DOM, which workers lack. Sufficient for search. */

const block =
  /<\/?(?:p|div|li|h[1-6]|blockquote|section|article|aside|td|th|dt|dd|figcaption|br|hr|pre|body)\b[^>]*>/gi;
const unread =
  /<(head|script|style|title|template|noscript)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>/gi;
/** Texts beside the line: readings (ruby) and annotations of formulas. */
const asides = /<(rt|rp|rtc|annotation|desc)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/** The non-empty paragraphs of a chapter. */
export function paragraphsOf(markup: string): string[] {
  return markup
    .replace(unread, ' ')
    .replace(asides, '')
    .replace(/\s+/gu, ' ')
    .replace(block, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
      if (name) return named[name] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .split('\n')
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
