import type { TocEntry, TocStyle } from '@lectern/shared-contracts/api/books.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { limits } from '../limits.ts';
import { cleanLine } from '../plainText.ts';

type Outline = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>;

/** The outline of a PDF as a table of contents. Entries without a page are dropped, but their children are kept. */
export async function readOutline(document: PDFDocumentProxy): Promise<TocEntry[]> {
  let remaining = limits.tocEntries;
  const resolve = async (items: Outline, depth: number): Promise<TocEntry[]> => {
    const entries: TocEntry[] = [];
    if (depth > limits.tocDepth) return entries;
    for (const item of items) {
      if (remaining-- <= 0) break;
      const children = await resolve(item.items ?? [], depth + 1);
      const page = (await pageOf(document, item.dest)) ?? children[0]?.target;
      const title = cleanLine(item.title ?? '', 300);
      if (page === undefined || (title === '' && children.length === 0)) continue;
      entries.push({ title: title || '—', href: null, target: page, children, ...styleOf(item) });
    }
    return entries;
  };
  try {
    return await resolve((await document.getOutline()) ?? [], 0);
  } catch {
    // A broken outline does not prevent reading the pages.
    return [];
  }
}

/** One-based page of a destination. */
async function pageOf(
  document: PDFDocumentProxy,
  dest: Outline[number]['dest'],
): Promise<number | undefined> {
  try {
    const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const page: unknown = explicit?.[0];
    if (Number.isInteger(page)) return inRange((page as number) + 1, document);
    if (typeof page === 'object' && page !== null && 'num' in page && 'gen' in page) {
      return inRange(
        (await document.getPageIndex({ num: Number(page.num), gen: Number(page.gen) })) + 1,
        document,
      );
    }
  } catch {
    // An invalid destination.
  }
  return undefined;
}

const inRange = (page: number, document: PDFDocumentProxy) =>
  page >= 1 && page <= document.numPages ? page : undefined;

function styleOf({ bold, italic, color }: Outline[number]): { style?: TocStyle } {
  const hex = [...(color ?? [])].map((channel) => channel.toString(16).padStart(2, '0')).join('');
  const style = {
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(hex.length === 6 && hex !== '000000' ? { color: `#${hex}` } : {}),
  };
  return Object.keys(style).length > 0 ? { style } : {};
}
