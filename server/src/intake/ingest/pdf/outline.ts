import type { TocEntry, TocStyle } from '@lectern/shared-contracts/api/books.ts';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { limits } from '../limits.ts';
import { cleanLine } from '../plainText.ts';

type Outline = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>;

const maxAddress = 2_000;

/** The place that an entry leads to, as far as it is known from the file alone. */
type Target = Pick<TocEntry, 'target' | 'fraction' | 'href'>;

/** The outline of a PDF as a table of contents. Entries that lead nowhere are dropped, but their children are kept. */
export async function readOutline(document: PDFDocumentProxy): Promise<TocEntry[]> {
  let remaining = limits.tocEntries;
  const resolve = async (items: Outline, depth: number): Promise<TocEntry[]> => {
    const entries: TocEntry[] = [];
    if (depth > limits.tocDepth) return entries;
    for (const item of items) {
      if (remaining-- <= 0) break;
      const children = await resolve(item.items ?? [], depth + 1);
      const target = (await targetOf(document, item)) ?? targetOfChild(children);
      const title = cleanLine(item.title ?? '', 300);
      if (target === null || (title === '' && children.length === 0)) continue;
      entries.push({ title: title || '—', ...target, children, ...styleOf(item) });
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

function targetOfChild([child]: readonly TocEntry[]): Target | null {
  return child ? { target: child.target, href: null } : null;
}

async function targetOf(document: PDFDocumentProxy, item: Outline[number]): Promise<Target | null> {
  const { action, url, unsafeUrl, dest } = item as typeof item & { action?: string | null };
  if (action === 'FirstPage') return { target: 1, href: null };
  if (action === 'LastPage') return { target: document.numPages, href: null };
  if (action === 'NextPage' || action === 'PrevPage') return { target: 0, href: `#${action}` };
  // Other files of the author are not here: the reader app says so.
  if (url || unsafeUrl) return { target: 0, href: url?.slice(0, maxAddress) ?? '#' };
  try {
    const explicit: unknown = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    if (!Array.isArray(explicit)) return null;
    const [page, kind, ...numbers] = explicit;
    const index = Number.isInteger(page)
      ? Number(page)
      : await document.getPageIndex({ num: Number(page.num), gen: Number(page.gen) });
    if (index < 0 || index >= document.numPages) return null;
    const fraction = fractionOf(await document.getPage(index + 1), String(kind?.name), numbers);
    return { target: index + 1, href: null, ...(fraction > 0 ? { fraction } : {}) };
  } catch {
    // An invalid destination.
    return null;
  }
}

/** Where the numbers of a destination have its horizontal and vertical coordinates. */
const coordinates: Readonly<Record<string, { across: readonly number[]; up: readonly number[] }>> = {
  XYZ: { across: [0], up: [1] },
  FitH: { across: [], up: [0] },
  FitBH: { across: [], up: [0] },
  FitV: { across: [0], up: [] },
  FitBV: { across: [0], up: [] },
  FitR: { across: [0, 2], up: [1, 3] },
};

/** How far below the top of the page, as it is seen, a destination is: 0..1. */
function fractionOf(page: PDFPageProxy, kind: string, numbers: readonly unknown[]): number {
  const { across = [], up = [] } = coordinates[kind] ?? {};
  const isUpright = page.rotate % 180 === 0;
  const viewport = page.getViewport({ scale: 1 });
  const tops = (isUpright ? up : across).flatMap((at) => {
    const value = numbers[at];
    if (typeof value !== 'number') return [];
    return viewport.convertToViewportPoint(isUpright ? 0 : value, isUpright ? value : 0)[1] as number;
  });
  const fraction = tops.length === 0 ? 0 : Math.min(...tops) / viewport.height;
  return Math.round(Math.min(1, Math.max(0, fraction)) * 10_000) / 10_000;
}

function styleOf({ bold, italic, color }: Outline[number]): { style?: TocStyle } {
  const hex = [...(color ?? [])].map((channel) => channel.toString(16).padStart(2, '0')).join('');
  const style = {
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(hex.length === 6 && hex !== '000000' ? { color: `#${hex}` } : {}),
  };
  return Object.keys(style).length > 0 ? { style } : {};
}
