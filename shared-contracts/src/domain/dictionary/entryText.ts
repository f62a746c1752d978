import { dictionaryLimits } from './dictionaryProblem.ts';

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  middot: '·',
  bull: '•',
};
/** Block elements of HTML, XDXF and Pango, followed by a line break. */
const blocks =
  'address|article|aside|blockquote|br|dd|def|div|dl|dt|ex|h[1-6]|hr|li|ol|p|pre|section|sr|table|tr|ul';
const dropped = 'script|style|head|template|svg|math|object|iframe|textarea|noscript';

/** Converts an entry's markup (HTML, XDXF, Pango) to plain text. */
export function markupToText(markup: string): string {
  const words = markup
    .slice(0, dictionaryLimits.entryCharacters * 10)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(new RegExp(`<(${dropped})\\b[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi'), ' ')
    .replace(/<li\b[^>]*(?:>|$)/gi, '\n• ')
    .replace(new RegExp(`</?(?:${blocks})\\b[^>]*(?:>|$)`, 'gi'), '\n')
    .replace(/<\/?[a-z!?][^>]*(?:>|$)/gi, '');
  return plainText(decoded(words));
}

/** Plain text without invisible characters, limited in length. */
export function plainText(text: string): string {
  return (
    text
      .slice(0, dictionaryLimits.entryCharacters)
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ *\n */g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** The name of a dictionary: plain text on one line. */
export const nameText = (text: string) =>
  plainText(text).replaceAll('\n', ' ').slice(0, dictionaryLimits.nameCharacters).toWellFormed();

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '';
  });
}
