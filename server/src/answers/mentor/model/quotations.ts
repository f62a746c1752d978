import { foldedWords, foldWord, isUnspaced } from '../../../store/textTokens.ts';

/** A quotation in a text, from its opening to its closing mark. */
export interface Quotation {
  start: number;
  end: number;
  /** Without its marks. */
  text: string;
}

/** Closing marks by the opening mark, in all languages. */
const closers: Readonly<Record<string, string>> = {
  '“': '”"',
  '„': '“”"',
  '”': '”',
  '‟': '”',
  '«': '»',
  '»': '«',
  '"': '"',
  '＂': '＂',
  '「': '」',
  '『': '』',
  '〝': '〟〞',
  '‘': '’',
  '‚': '‘’',
  '‹': '›',
  '›': '‹',
  "'": "'’",
};
/** Marks that may be apostrophes: such a quotation does not end before a letter, and must be closed. */
const apostrophes = "‘’‚'›";

const isLetter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/**
 * The quotations of a text in order, not nested: in marks of any language, and paragraphs that begin with '>'.
 */
export function quotationsIn(text: string): Quotation[] {
  const quotations: Quotation[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const quotation = blockAt(text, at) ?? markedAt(text, at);
    if (quotation === null) continue;
    quotations.push(quotation);
    at = Math.max(at, quotation.end - 1);
  }
  return quotations;
}

/** A text without its quotations and without the numbers of sources. */
export function withoutQuotations(text: string): string {
  let from = 0;
  let ownText = '';
  for (const { start, end, text: quoted } of quotationsIn(text)) {
    ownText += text.slice(from, start) + (tellingParts(quoted).length === 0 ? text.slice(start, end) : '…');
    from = end;
  }
  return `${ownText}${text.slice(from)}`.replace(/\s*\[\d+\]/g, '').trim();
}

/** A quotation from '> ', at the beginning of a line or after a sentence, to the end of the line. */
function blockAt(text: string, at: number): Quotation | null {
  if (text[at] !== '>' || !/(?:^|\n|[.:!?…。：]\s)\s*$/.test(text.slice(Math.max(0, at - 4), at)))
    return null;
  const newline = text.indexOf('\n', at);
  const end = newline < 0 ? text.length : newline;
  return { start: at, end, text: text.slice(at + 1, end).trim() };
}

function markedAt(text: string, at: number): Quotation | null {
  const mark = text[at] ?? '';
  const ends = closers[mark];
  const isCjk = '「『〝'.includes(mark);
  if (ends === undefined || (!isCjk && isLetter(text[at - 1])) || /\s/.test(text[at + 1] ?? ' ')) {
    // French puts a space inside its marks.
    if (ends === undefined || !'«‹'.includes(mark)) return null;
  }
  const mayBeApostrophe = apostrophes.includes(mark);
  const paragraph = text.indexOf('\n\n', at);
  const limit = paragraph < 0 ? text.length : paragraph;
  for (let end = at + 1; end < limit; end += 1) {
    if (!ends?.includes(text[end] ?? '')) continue;
    if (mayBeApostrophe && (isLetter(text[end + 1]) || /\s/.test(text[end - 1] ?? ''))) continue;
    return { start: at, end: end + 1, text: text.slice(at + 1, end).trim() };
  }
  // Without a closing mark, the rest of the paragraph is the quotation.
  return mayBeApostrophe ? null : { start: at, end: limit, text: text.slice(at + 1, limit).trim() };
}

/** Text in italics right before the number of a source: a quotation without marks. */
export function italicsBeforeNumber(text: string): string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}*_])([*_])([^*_\n]+)\1[.,;:!?]?\s*\[\d/gu)].map(
    (match) => match[2] ?? '',
  );
}

/** The letters and digits of a text, folded, without marks, hyphens and white space. */
export const lettersOf = (text: string): string => foldWord(text).replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The parts of a quotation to look for in the sources, split at ellipses and brackets. Parts of fewer than four words,
 * or six letters in scripts without spaces, are too short to be checked.
 */
export function tellingParts(quotation: string): string[] {
  return quotation
    .replace(/\s+/g, ' ')
    .replace(/\[\s*\d[\d,;\s]*\]/g, ' ')
    .split(/\s*[[(（]?\s*(?:…+|\.{3,}|\.\s\.\s\.)\s*[\])）]?\s*|\[[^\]]*\]/)
    .filter((part) => {
      const words = foldedWords(part);
      return words.length >= 4 || words.some((word) => isUnspaced(word) && [...word].length >= 6);
    })
    .map(lettersOf);
}
