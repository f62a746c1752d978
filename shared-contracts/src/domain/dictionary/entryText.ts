import { dictionaryLimits } from './dictionaryProblem.ts';

/** The named characters of HTML from U+00A1 to U+00FF. */
const latin1 =
  'iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const named: ReadonlyMap<string, string> = new Map([
  ...latin1.split(' ').map((name, at): [string, string] => [name, String.fromCodePoint(0xa1 + at)]),
  ...Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ' },
    ...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', prime: '′', minus: '−', trade: '™', euro: '€' },
    ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹', rsaquo: '›' },
    ...{
      larr: '←',
      uarr: '↑',
      rarr: '→',
      darr: '↓',
      harr: '↔',
      rArr: '⇒',
      asymp: '≈',
      ne: '≠',
      le: '≤',
      ge: '≥',
    },
    ...{ oelig: 'œ', OElig: 'Œ', scaron: 'š', Scaron: 'Š', Yuml: 'Ÿ', dagger: '†', Dagger: '‡' },
  }),
]);
/** Block elements of HTML, XDXF and Pango, followed by a line break. */
const blocks =
  'address|article|aside|blockquote|br|dd|def|div|dl|dt|ex|h[1-6]|hr|k|li|ol|p|pre|section|sr|table|tr|ul';
const dropped = 'script|style|head|template|svg|math|object|iframe|textarea|noscript';

/** Converts an entry's markup (HTML, XDXF, Pango) to plain text. */
export function markupToText(markup: string): string {
  const words = markup
    .slice(0, dictionaryLimits.entryCharacters * 10)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g, (_, data: string) => data.replaceAll('<', '&lt;'))
    .replace(new RegExp(`<(${dropped})\\b[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi'), ' ')
    .replace(/<li\b[^>]*(?:>|$)/gi, '\n• ')
    .replace(new RegExp(`</?(?:${blocks})\\b[^>]*(?:>|$)`, 'gi'), '\n')
    .replace(/<\/?[\p{L}!?][^>]*(?:>|$)/giu, '');
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
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z\d]{1,7}));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return named.get(name) ?? named.get(String(name).toLowerCase()) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '';
    },
  );
}
