import { LruCache } from '@lectern/shared-contracts/domain/LruCache.ts';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { NoText } from '../../engine/documentTools.ts';
import { pdfjs } from '../pdfjs/pdfjs.ts';
import type { Block, Usual } from '../reflow/blocks.ts';
import { usualSize } from '../reflow/lines.ts';
import {
  blocksOfPage,
  type PageOfLines,
  pageOfLines,
  type SampledPage,
  whyNoText,
} from '../reflow/pageBlocks.ts';
import { picturesOf } from '../reflow/pictures.ts';
import { countLetters, type PageBox, type Run, runsOf, type TextPart } from '../reflow/runs.ts';
import { measureStrokes, type Strokes, unmeasuredFonts, withBold } from '../reflow/strokes.ts';
import type { StructureNode } from '../reflow/structure.ts';

/** Number of pages that are examined before a file is offered as text. */
const sample = 8;
/** Number of pages whose text is cached. */
const cachedPages = 24;

/** Pixels per unit of the page at which fonts are measured. */
const mostMeasured = 3;
/** Longest side in pixels of the page that is drawn to measure its fonts. */
const longestMeasured = 3_000;

/** The text of a page with the data to position it. */
export interface PageWords extends SampledPage {
  width: number;
  height: number;
  /** Matrix from the units of the page to the page as it is seen, at scale 1. */
  toScreen: readonly number[];
}

export interface PageAsText {
  blocks: readonly Block[];
  words: PageWords;
}

/** The pages of a PDF as text, read on demand. */
export class TextPages {
  readonly #file: PDFDocumentProxy;
  readonly #strokes: Strokes = new Map();
  readonly #words = new LruCache<number, Promise<PageWords>>(cachedPages);
  #usual: Promise<Usual> | null = null;

  constructor(file: PDFDocumentProxy) {
    this.#file = file;
  }

  get total(): number {
    return this.#file.numPages;
  }

  /** Why the file is not offered as text; null when it is. */
  async whyNot(): Promise<NoText | null> {
    return whyNoText(await this.#sample());
  }

  /** A one-based page as text, with its pictures. */
  async read(number: number): Promise<PageAsText> {
    const page = await this.#file.getPage(number);
    const words = await this.words(number);
    const numbers = [number - 2, number - 1, number + 1, number + 2];
    const near = await Promise.all(
      numbers
        .filter((pageNumber) => pageNumber >= 1 && pageNumber <= this.total)
        .map((pageNumber) =>
          this.words(pageNumber).then(pageOfLines, (): PageOfLines => ({ columns: [], height: 0 })),
        ),
    );
    const usual = await this.#usualText();
    const { pictures, look } = await drawn(page, words);
    const { items, styles } = await page.getTextContent({ includeMarkedContent: true });
    const read = runsOf(items as TextPart[], words.toScreen, styles, look);
    if (unmeasuredFonts(this.#strokes, read).length > 0) await this.#measure(number, words, read);
    const runs = withBold(read, this.#strokes);
    page.cleanup();
    return { words, blocks: blocksOfPage({ ...words, runs, pictures }, near, usual) };
  }

  /** The words of a one-based page. */
  words(number: number): Promise<PageWords> {
    const cached = this.#words.get(number);
    if (cached) return cached;
    const words = this.#file.getPage(number).then(wordsOf);
    this.#words.set(number, words);
    words.catch(() => this.#words.delete(number));
    return words;
  }

  /** Draws a part of a page into a canvas. @param scale pixels per unit of the page */
  async draw(number: number, box: PageBox, canvas: HTMLCanvasElement, scale: number): Promise<void> {
    const page = await this.#file.getPage(number);
    canvas.width = Math.max(1, Math.ceil((box.right - box.left) * scale));
    canvas.height = Math.max(1, Math.ceil((box.bottom - box.top) * scale));
    const viewport = page.getViewport({ scale, offsetX: -box.left * scale, offsetY: -box.top * scale });
    await page.render({ canvas, viewport }).promise;
    page.cleanup();
  }

  /** Measures the strokes of fonts that were not on an earlier page. */
  async #measure(number: number, words: PageWords, runs: readonly Run[]): Promise<void> {
    const { width, height } = words;
    const scale = Math.min(mostMeasured, longestMeasured / Math.max(width, height));
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    await this.draw(number, { left: 0, top: 0, right: width, bottom: height }, canvas, scale);
    const pixelsOf = ({ left, top, right, bottom }: PageBox) =>
      context.getImageData(
        Math.floor(left * scale),
        Math.floor(top * scale),
        Math.max(1, Math.ceil((right - left) * scale)),
        Math.max(1, Math.ceil((bottom - top) * scale)),
      );
    measureStrokes(this.#strokes, runs, pixelsOf, scale);
  }

  async #sample(): Promise<SampledPage[]> {
    const { total } = this;
    const count = Math.min(sample, total);
    const pages: SampledPage[] = [];
    // Without the first and the last page where there are others: they are covers.
    for (let index = 0; index < count; index++) {
      const number = total <= sample ? index + 1 : Math.round(((index + 0.5) / count) * total);
      const words = await this.words(number).catch(() => null);
      if (words) pages.push(words);
    }
    return pages;
  }

  #usualText(): Promise<Usual> {
    this.#usual ??= this.#sample().then((pages) => ({
      size: usualSize(pages.flatMap(({ runs }) => runs)) || 10,
    }));
    return this.#usual;
  }
}

async function wordsOf(page: PDFPageProxy): Promise<PageWords> {
  const { items, styles } = await page.getTextContent({ includeMarkedContent: true });
  const structure = (await page.getStructTree().catch(() => null)) as StructureNode | null;
  const { transform, width, height } = page.getViewport({ scale: 1 });
  const parts = items as TextPart[];
  return {
    runs: runsOf(parts, transform, styles),
    structure,
    toScreen: transform,
    width,
    height,
    ...countLetters(parts),
  };
}

/** Pictures of a page, and how its fonts look, which is known once its drawing has been read. */
async function drawn(page: PDFPageProxy, words: PageWords) {
  const steps = await page.getOperatorList({ annotationMode: pdfjs.AnnotationMode.DISABLE });
  const pictures = picturesOf(steps, pdfjs.OPS, words.toScreen, words, words.runs as Run[]);
  const look = (fontName: string) => {
    if (!page.commonObjs.has(fontName)) return null;
    // The font data of pdf.js. It does not include the name.
    const font = page.commonObjs.get(fontName) as {
      bold?: boolean;
      black?: boolean;
      italic?: boolean;
    } | null;
    return { bold: font?.bold === true || font?.black === true, italic: font?.italic === true };
  };
  return { pictures, look };
}
