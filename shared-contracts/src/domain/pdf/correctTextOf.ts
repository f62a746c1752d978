import { unifyRadicals } from '../search/radicals.ts';
import { eachPage, type PdfDocument } from './eachPage.ts';
import { AccentJoiner, type PlacedText } from './joinAccents.ts';
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
 * moved to their words, right-to-left lines put in the order in which they are read, and CJK radicals replaced by the
 * characters that they stand for.
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
          controller.enqueue({ ...chunk, items: order.add(joiner.add(chunk.items).map(correctLetters)) }),
        flush(controller) {
          const items = [...order.add(joiner.end().map(correctLetters)), ...order.end()];
          if (items.length > 0) controller.enqueue({ items, styles: {}, lang: null });
        },
      }),
    );
  };
}

function correctLetters(item: PlacedText): PlacedText {
  if (!item.str) return item;
  const str = item.dir === 'rtl' ? marksBeforeSpaces(mirrorBrackets(item.str)) : unifyRadicals(item.str);
  return str === item.str ? item : { ...item, str };
}

const spaceBeforeMarks = /(?<=[\p{L}\p{M}])( +)(\p{M}+)(?=\S)/gu;

/**
 * Moves the vowel signs of the last letter of a word back to it, in a right-to-left text from pdf.js: it puts the
 * space between them where a program places the sign without a width ("أن ّالكتاب" is "أنّ الكتاب").
 */
const marksBeforeSpaces = (text: string): string => text.replace(spaceBeforeMarks, '$2$1');
