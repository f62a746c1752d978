import { eachPage, type PdfDocument } from './eachPage.ts';
import { AccentJoiner, type PlacedText } from './joinAccents.ts';
import { marksBeforeSpaces } from './marksBeforeSpaces.ts';
import { mirrorBrackets } from './mirrorBrackets.ts';
import { ReadingOrder } from './readingOrder.ts';

interface TextChunk {
  items: PlacedText[];
  styles: Record<string, unknown>;
  lang: string | null;
}
interface PdfPage {
  streamTextContent(options?: object): ReadableStream<TextChunk>;
}

/**
 * Corrects the text of all pages of a PDF: accents are joined with their letters, brackets mirrored back, vowel signs
 * moved to their words, and right-to-left lines put in the order in which they are read.
 */
export function correctTextOf<Page extends object>(document: PdfDocument<Page>): void {
  eachPage(document, (page) => adopt(page as unknown as PdfPage));
}

function adopt(page: PdfPage): void {
  const stream = page.streamTextContent.bind(page);
  page.streamTextContent = (options) => {
    const joiner = new AccentJoiner();
    const order = new ReadingOrder();
    return stream(options).pipeThrough(
      new TransformStream<TextChunk, TextChunk>({
        transform: (chunk, controller) =>
          controller.enqueue({ ...chunk, items: order.add(joiner.add(chunk.items).map(correctRightToLeft)) }),
        flush(controller) {
          const items = [...order.add(joiner.end().map(correctRightToLeft)), ...order.end()];
          if (items.length > 0) controller.enqueue({ items, styles: {}, lang: null });
        },
      }),
    );
  };
}

function correctRightToLeft(item: PlacedText): PlacedText {
  return item.dir === 'rtl' && item.str
    ? { ...item, str: marksBeforeSpaces(mirrorBrackets(item.str)) }
    : item;
}
