import type { TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AppError } from '../../../run/common/errors.ts';
import { flattenToc } from '../chapters.ts';
import { type CoverPicture, renderCovers } from '../cover/renderCovers.ts';
import { findLetters, lettersOf, partsOf, placeOfLetters } from '../findWords.ts';
import type {
  BookMetadata,
  FileAnnotation,
  IngestedBook,
  IngestRequest,
  QuoteLocation,
  TextPassage,
  TextQuote,
} from '../ingestedBook.ts';
import { limits, processorTime } from '../limits.ts';
import { isRightToLeft } from '../metadataValues.ts';
import { cutPassages } from '../passages.ts';
import { titleFromFileName } from '../plainText.ts';
import { countWords } from '../words.ts';
import { drawPage, openPdf } from './openPdf.ts';
import { readOutline } from './outline.ts';
import { type PageText, readPageText } from './pageText.ts';
import { noProperties, pdfMetadata, readProperties } from './pdfMetadata.ts';
import { readAnnotations } from './readAnnotations.ts';
import { rectsOfWords } from './wordRects.ts';

/** Pages examined for title, language and ISBN. */
const firstPages = 10;

/**
 * Ingests a PDF. One with a password is stored without reading it; the reader app asks for the password.
 * @throws AppError pdf_broken, pdf_protected
 */
export async function ingestPdf(request: IngestRequest): Promise<IngestedBook> {
  const fileTitle = titleFromFileName(request.fileName);
  const open = await openPdf(request.path);
  if (!open) return locked(fileTitle, request);
  const { document } = open;
  try {
    if (document.numPages < 1 || document.numPages > limits.pdfPages) throw new AppError('pdf_broken');
    const properties = await readProperties(document);
    const toc = await readOutline(document);
    request.progress(0.1);
    const text = await readPages(document, toc, request);
    const locations = await locateQuotes(document, text.passages, request.quotes);
    const metadata = pdfMetadata(properties, text.first, fileTitle);
    // After the text, which is kept even when the cover times out.
    const isCoverSkipped = request.skippedSteps.includes('cover');
    request.step(isCoverSkipped ? null : 'cover');
    const cover = isCoverSkipped ? [] : await firstPagePicture(document);
    request.step(null);
    const covers = await renderCovers(cover, metadata, request.workDir);
    request.progress(1);
    return {
      ...pdfBook(metadata),
      toc,
      passages: text.passages,
      annotations: text.annotations,
      found: locations,
      page_count: document.numPages,
      ...(text.unread > 0 ? { unread: text.unread } : {}),
      word_count: text.words,
      cover_source: covers.source,
      coverFiles: covers.files,
    };
  } finally {
    await open.close();
  }
}

async function locked(fileTitle: string, request: IngestRequest): Promise<IngestedBook> {
  const metadata = pdfMetadata(noProperties, [], fileTitle);
  const covers = await renderCovers([], metadata, request.workDir);
  return { ...pdfBook(metadata), cover_source: covers.source, coverFiles: covers.files };
}

/** Defaults of all PDFs. */
function pdfBook(metadata: BookMetadata): Omit<IngestedBook, 'cover_source' | 'coverFiles'> {
  return {
    format: 'pdf',
    metadata,
    layout: 'fixed',
    direction: isRightToLeft(metadata.language) ? 'rtl' : 'ltr',
    opf: null,
    notes: [],
    toc: [],
    spine: [],
    resources: [],
    passages: [],
    page_count: 0,
    word_count: 0,
    packFile: null,
    packDigest: null,
  };
}

interface PdfText {
  passages: TextPassage[];
  annotations: FileAnnotation[];
  words: number;
  first: PageText[];
  unread: number;
}

async function readPages(
  document: PDFDocumentProxy,
  toc: readonly TocEntry[],
  request: IngestRequest,
): Promise<PdfText> {
  const chapters = flattenToc(toc)
    .filter(({ target }) => target > 0)
    .sort((a, b) => a.target - b.target);
  const { numPages } = document;
  const result: PdfText = { passages: [], annotations: [], words: 0, first: [], unread: 0 };
  if (request.skippedSteps.includes('text')) return { ...result, unread: numPages };
  let searchable: number = limits.searchableText;
  let opened = 0;
  let chapter: string | null = null;
  let next = 0;
  let skipped = 0;
  let number = 1;
  for (; number <= numPages; number++) {
    if (processorTime() > request.softDeadline || searchable < 0) break;
    if (request.skippedSteps.includes(number)) {
      opened++;
      skipped++;
      continue;
    }
    request.step(number);
    const page = await readPage(document, number);
    if (!page) continue;
    opened++;
    if (number <= firstPages) result.first.push(page);
    for (; (chapters[next]?.target ?? Number.POSITIVE_INFINITY) <= number; next++)
      chapter = chapters[next]?.title ?? null;
    if (result.annotations.length < limits.annotations) result.annotations.push(...page.annotations);
    searchable -= page.text.length;
    result.words += countWords(page.text, null);
    const places = [{ offset: 0, title: chapter }];
    for (const passage of cutPassages({ ...page, asides: [], chapters: places, target: number })) {
      result.passages.push(passage);
    }
    request.progress(0.1 + (0.8 * number) / numPages);
  }
  result.unread = skipped + numPages - number + 1;
  if (opened === 0 && processorTime() <= request.softDeadline) throw new AppError('pdf_broken');
  return result;
}

/** Null when the page cannot be read; the others are still read. */
async function readPage(
  document: PDFDocumentProxy,
  number: number,
): Promise<(PageText & { annotations: FileAnnotation[] }) | null> {
  try {
    const page = await document.getPage(number);
    const text = await readPageText(page).catch((): PageText => ({ text: '', breaks: [], lines: [] }));
    const annotations = await readAnnotations(page).catch(() => []);
    page.cleanup();
    return { ...text, annotations };
  } catch {
    return null;
  }
}

/** Limits on the stored rectangles per page, and on the pages of a passage. */
const maxRects = 500;
const maxExtraPages = 20;

/** Locates texts of the replaced file in this PDF, with the rectangles of their lines. */
async function locateQuotes(
  document: PDFDocumentProxy,
  passages: readonly TextPassage[],
  quotes: readonly TextQuote[] = [],
): Promise<Record<string, QuoteLocation>> {
  const locations: Record<string, QuoteLocation> = {};
  if (quotes.length === 0) return locations;
  const letters = lettersOf(passages);
  /** Collected by page, so that each page is read once. */
  const byPage = new Map<number, { key: string; letters: string; offset: number }[]>();
  for (const words of quotes) {
    const range = findLetters(letters, words);
    if (!range) continue;
    locations[words.key] = { ...placeOfLetters(letters, range), parts: [] };
    for (const part of partsOf(letters, range).slice(0, maxExtraPages + 1)) {
      const ofPage = byPage.get(part.target) ?? [];
      ofPage.push({ key: words.key, letters: part.letters, offset: part.offset });
      byPage.set(part.target, ofPage);
    }
  }
  for (const [number, parts] of [...byPage].sort(([a], [b]) => a - b)) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    for (const { key, letters: wanted, offset } of parts) {
      const rects = rectsOfWords(content, wanted, offset).slice(0, maxRects);
      if (rects.length > 0) locations[key]?.parts?.push({ page: number, rects });
    }
    page.cleanup();
  }
  return locations;
}

/** Size in pixels; larger than the largest cover, for smooth text. */
const box = { width: 768, height: 1_152 };

/** In milliseconds: pdf.js draws in slices and can be stopped in between. */
const timeLimit = 10_000;

/** Renders the first page; none when it cannot be rendered, takes too long, or is blank. */
export async function firstPagePicture(document: PDFDocumentProxy): Promise<CoverPicture[]> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const page = await document.getPage(1);
    // Limits the size, whatever the page declares.
    const scaleFor = (full: { width: number; height: number }) =>
      Math.min(box.width / full.width, box.height / full.height);
    const drawn = drawPage(page, scaleFor, AnnotationMode.DISABLE);
    if (!drawn) return [];
    const { canvas, drawing } = drawn;
    timer = setTimeout(() => drawing.cancel(), timeLimit);
    await drawing.promise;
    page.cleanup();
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return isBlank(data) ? [] : [{ bytes: canvas.toBuffer('image/png'), titled: true }];
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

/** Whether every seventh pixel has the same color. */
function isBlank(pixels: Uint8ClampedArray): boolean {
  for (let i = 28; i + 2 < pixels.length; i += 28) {
    for (let channel = 0; channel < 3; channel++) {
      if (Math.abs((pixels[i + channel] as number) - (pixels[channel] as number)) > 6) return false;
    }
  }
  return true;
}
