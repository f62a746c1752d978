import { unifyRadicals } from '../search/foldText.ts';
import { AccentJoiner, type PlacedText } from './joinAccents.ts';
import { mirrorBrackets, ReadingOrder } from './readingOrder.ts';

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

/** The part of a pdf.js document that is used here. */
export interface PdfDocument<Page> {
  getPage(number: number): Promise<Page>;
}

/** Changes each page of a PDF once, when it is opened first. */
export function eachPage<Page extends object>(
  document: PdfDocument<Page>,
  change: (page: Page) => void,
): void {
  const getPage = document.getPage.bind(document);
  const changed = new WeakSet<object>();
  document.getPage = async (number) => {
    const page = await getPage(number);
    if (!changed.has(page)) {
      changed.add(page);
      change(page);
    }
    return page;
  };
}
