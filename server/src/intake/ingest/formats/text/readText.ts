import { escapeText } from '../../epub/xml/xml.ts';
import { MarkupSplitter } from '../markup/MarkupSplitter.ts';
import { parseMarkup } from '../markup/parseMarkup.ts';
import type { ForeignFile, Publication, PublicationMetadata } from '../publication/publication.ts';
import { decodeText } from './decodeText.ts';

/** Reads plain text: its paragraphs, and chapters where a line looks like the heading of one. */
export async function readText(file: ForeignFile): Promise<Publication> {
  const text = decodeText(await file.bytes());
  const splitter = new MarkupSplitter();
  const markup = paragraphsOf(text).map(({ level, lines }) => {
    const shown = lines.map(escapeText).join('<br/>');
    return level > 0 ? `<h${level}>${shown}</h${level}>` : `<p>${shown}</p>`;
  });
  splitter.add(parseMarkup(markup.join('\n')));
  return { ...splitter.finish(), metadata: metadataIn(text), resources: [] };
}

/** The head of a Project Gutenberg file, which names title, author and language. */
function metadataIn(text: string): PublicationMetadata {
  const head = text.slice(0, 4_000);
  if (!/project gutenberg/i.test(head)) return {};
  const value = (name: string) => new RegExp(`^${name}:[ \\t]*(\\S.*)$`, 'im').exec(head)?.[1]?.trim();
  const author = value('Author');
  return { title: value('Title'), authors: author ? [{ name: author }] : [], language: value('Language') };
}

interface TextParagraph {
  /** Of a heading, 1 or 2; 0 for a paragraph. */
  level: number;
  /** One, unless its lines are those of a verse or a heading. */
  lines: string[];
}

/** Lines longer than this are paragraphs of their own, not cut by hand. */
const longLine = 120;
/** Lines of verse are shorter than this. */
const shortLine = 55;

/**
 * The paragraphs of a plain text: by blank lines; without enough of them by indentation; or each line is one.
 */
function paragraphsOf(text: string): TextParagraph[] {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const written = lines.filter((line) => line.trim() !== '');
  const isLong = written.filter((line) => line.length > longLine).length > written.length / 4;
  const indented = written.filter((line) => /^(\s{2,}|\t|\u3000)\S/.test(line)).length;
  const blank = lines.length - written.length;
  const byBlank = blank * 20 > written.length;
  const byIndent = !byBlank && indented * 20 > written.length;
  const paragraphs: (TextParagraph & { isSetApart: boolean })[] = [];
  let current: string[] = [];
  let blanksBefore = 0;
  const end = () => {
    if (current.length > 0) paragraphs.push({ ...paragraphOf(current), isSetApart: blanksBefore > 1 });
    if (current.length > 0) blanksBefore = 0;
    current = [];
  };
  for (const line of lines) {
    const isBlank = line.trim() === '';
    if (isBlank || isLong || (byIndent && /^\s/.test(line)) || (!byBlank && !byIndent)) end();
    if (isBlank) blanksBefore++;
    else current.push(line.trimEnd());
  }
  end();
  return withTitles(paragraphs);
}

/** Short lines set apart by more than one blank line are headings too, unless the text is full of them. */
function withTitles(paragraphs: readonly (TextParagraph & { isSetApart: boolean })[]): TextParagraph[] {
  const isTitle = ({ level, lines: [line = '', ...others], isSetApart }: (typeof paragraphs)[number]) =>
    level === 0 &&
    isSetApart &&
    others.length === 0 &&
    line.length < 80 &&
    /^[\p{Lu}\p{Lo}\d][^.,;:!?]*$/u.test(line);
  const titles = new Set(paragraphs.filter(isTitle));
  if (titles.size > Math.max(3, paragraphs.length / 5)) titles.clear();
  return paragraphs.map((paragraph) => ({
    level: titles.has(paragraph) ? 2 : paragraph.level,
    lines: paragraph.lines,
  }));
}

function paragraphOf(lines: readonly string[]): TextParagraph {
  const trimmed = lines.map((line) => line.trim());
  const level = headingLevel(trimmed);
  if (level > 0) return { level, lines: trimmed };
  const isVerse =
    lines.length > 1 && lines.slice(0, -1).every((line) => line.length < shortLine) && hasUnevenLines(lines);
  return { level: 0, lines: isVerse ? trimmed : [trimmed.join(' ')] };
}

/** Lines of prose are filled up to about the same length; those of verse, letters and lists are not. */
function hasUnevenLines(lines: readonly string[]): boolean {
  const lengths = lines.slice(0, -1).map((line) => line.trimEnd().length);
  return lines.some((line) => /^\s/.test(line)) || Math.max(...lengths) - Math.min(...lengths) > 12;
}

const numbered = String.raw`(\d{1,4}|[IVXLCDM]{1,8}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|the first|the second|the third|the last)`;
const chapter = new RegExp(
  String.raw`^(chapter|chapitre|kapitel|cap[ií]tulo|capitolo|hoofdstuk|глава|letter|stave|canto|scene)\s+${numbered}([.:—–\s-].{0,80})?$`,
  'iu',
);
const part = new RegExp(
  String.raw`^(book|part|volume|act|livre|partie|teil|band|libro|parte|часть|том)\s+${numbered}([.:—–\s-].{0,80})?$`,
  'iu',
);
const named =
  /^(prologue|epilogue|preface|foreword|introduction|afterword|appendix|prolog|epilog|vorwort|préface|prólogo|epílogo|пролог|эпилог)\.?$/iu;
const eastern = /^第[0-9０-９一二三四五六七八九十百千〇零]{1,8}[章回节節話话卷部][\s　]?.{0,60}$/u;

/** The level of a heading: a part is above its chapters. 0 for anything else. */
function headingLevel(lines: readonly string[]): number {
  const [first = ''] = lines;
  if (lines.length > 3 || first.length > 120) return 0;
  if (part.test(first)) return 1;
  return chapter.test(first) || (lines.length === 1 && (named.test(first) || eastern.test(first))) ? 2 : 0;
}
