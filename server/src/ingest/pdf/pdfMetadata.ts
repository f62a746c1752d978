import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { BookMetadata } from '../ingestedBook.ts';
import { parseIsbn } from '../isbn.ts';
import { canonicalLanguage, guessLanguage } from '../language.ts';
import { cleanLine, cleanParagraphs } from '../plainText.ts';
import type { PageText } from './pageText.ts';

export interface PdfProperties {
  title: string;
  author: string;
  description: string;
  publisher: string;
  language: string;
}

/** What a PDF says of itself, in its old dictionary or in XMP. */
export async function readProperties(document: PDFDocumentProxy): Promise<PdfProperties> {
  const none: PdfProperties = { title: '', author: '', description: '', publisher: '', language: '' };
  try {
    const { info, metadata } = await document.getMetadata();
    const entries = new Map(Object.entries(info));
    const old = (name: string) => textOf(entries.get(name));
    const xmp = (name: string) => textOf(metadata?.get(name));
    return {
      title: xmp('dc:title') || old('Title'),
      author: xmp('dc:creator') || old('Author'),
      description: xmp('dc:description') || old('Subject'),
      publisher: xmp('dc:publisher'),
      language: old('Language'),
    };
  } catch {
    return none;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(', ') : '';
}

/** @param firstPages text of the first pages, in order @param fileTitle when nothing better is known */
export function pdfMetadata(
  properties: PdfProperties,
  firstPages: readonly PageText[],
  fileTitle: string,
): BookMetadata {
  const text = firstPages.map((page) => page.text).join('\n');
  const isbn = parseIsbn(/isbn[\s\S]{0,60}/i.exec(text)?.[0] ?? '');
  const author = cleanLine(properties.author, 300);
  return {
    title: usableTitle(properties.title) ?? largestLine(firstPages[0]) ?? fileTitle,
    author:
      /^(unknown|user|admin|administrator|owner|author|anonymous|default|root|pc|\?+|[A-Z]+\(0x[0-9a-f]+\))$/i.test(
        author,
      )
        ? ''
        : author,
    description: cleanParagraphs(properties.description, 10_000) || null,
    genre: null,
    language: canonicalLanguage(properties.language) ?? guessLanguage(text),
    publisher: cleanLine(properties.publisher, 300) || null,
    published: null,
    series: null,
    series_index: null,
    isbn: isbn?.isbn13 ?? null,
    isbn10: isbn?.isbn10 ?? null,
    isbn13: isbn?.isbn13 ?? null,
  };
}

/** A title that a person wrote, not one that a program left: file names, "Microsoft Word - …", "untitled". */
function usableTitle(value: string): string | null {
  const title = cleanLine(value, 500).replace(/^Microsoft (Word|PowerPoint|Excel) - /i, '');
  if (
    title.length < 2 ||
    /^(untitled|no title|document|title|none|null|slide|powerpoint presentation)[\s\d]{0,6}$/i.test(title)
  )
    return null;
  if (
    /\.(docx?|rtf|odt|tex|dvi|ps|eps|pdf|indd|qxd|fm|pptx?|xlsx?|html?|txt|cdr|ai|p65|pub|wpd|qxp)$/i.test(
      title,
    )
  )
    return null;
  return /[\p{L}\p{N}]/u.test(title) ? title : null;
}

/** The line in the largest letters on the first page, with those that follow in the same size, when it stands out. */
function largestLine(page: PageText | undefined): string | null {
  const lines = page?.lines.filter(({ text }) => (text.match(/\p{L}/gu)?.length ?? 0) > 1) ?? [];
  if (lines.length === 0) return null;
  const largest = Math.max(...lines.map(({ height }) => height));
  const heights = lines.map(({ height }) => height).sort((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 0;
  if (lines.length > 2 && largest < usual * 1.25) return null;
  const first = lines.findIndex(({ height }) => height === largest);
  const title: string[] = [];
  for (const line of lines.slice(first, first + 4)) {
    if (line.height < largest * 0.95) break;
    title.push(line.text);
  }
  const line = cleanLine(title.join(' '), 200);
  return line.length >= 3 ? line : null;
}
