import { AccentJoiner, type PlacedText } from './joinAccents.ts';

/** The parts of a pdf.js document that are used. */
interface PdfDocument<Page> {
  getPage(number: number): Promise<Page>;
}
interface TextChunk {
  items: PlacedText[];
  styles: Record<string, unknown>;
  lang: string | null;
}
interface PdfPage {
  streamTextContent(options?: object): ReadableStream<TextChunk>;
}

/** Patches the pages of a PDF so that their text content has joined accents. */
export function joinAccentsOf<Page extends object>(document: PdfDocument<Page>): void {
  const getPage = document.getPage.bind(document);
  const adopted = new WeakSet<object>();
  document.getPage = async (number) => {
    const page = await getPage(number);
    if (!adopted.has(page)) {
      adopted.add(page);
      adopt(page as unknown as PdfPage);
    }
    return page;
  };
}

function adopt(page: PdfPage): void {
  const stream = page.streamTextContent.bind(page);
  page.streamTextContent = (options) => {
    const joiner = new AccentJoiner();
    return stream(options).pipeThrough(
      new TransformStream<TextChunk, TextChunk>({
        transform: (chunk, controller) => controller.enqueue({ ...chunk, items: joiner.add(chunk.items) }),
        flush(controller) {
          const items = joiner.end();
          if (items.length > 0) controller.enqueue({ items, styles: {}, lang: null });
        },
      }),
    );
  };
}
