import { limits } from '../common/limits.ts';

/** One page of a list, as the server answers it. `total` falls back to the count of items. */
export interface Page {
  items: { id?: unknown }[];
  total?: number;
  /** Null on the last page. A page with a cursor but fewer items than requested was cut because its texts are long. */
  next_cursor?: string | null;
}

type FetchPage = (limit: number, offset: number) => Promise<Page>;

/** Maximum of concurrent page requests, once the number of pages is known. */
const atOnce = 3;

/**
 * Every item of a paged list, in order, each once though the list may shift while it is read.
 * @param onPart called with the items so far, so that the first page can be shown before the last has arrived
 */
export async function fetchAllPages(
  fetchPage: FetchPage,
  onPart: (part: Page) => void = () => {},
): Promise<Page> {
  const size = limits.listPage;
  const first = await fetchFull(fetchPage, size, 0);
  const total = first.total ?? first.items.length;
  const pages: Page[] = [first];
  for (let offset = size; offset < total; offset += size * atOnce) {
    onPart(joined(pages));
    const offsets = Array.from({ length: atOnce }, (_, index) => offset + index * size).filter(
      (start) => start < total,
    );
    pages.push(...(await Promise.all(offsets.map((start) => fetchFull(fetchPage, size, start)))));
  }
  return joined(pages);
}

/** The requested number of items, in as many requests as that takes. */
async function fetchFull(fetchPage: FetchPage, limit: number, offset: number): Promise<Page> {
  let page = await fetchPage(limit, offset);
  while (page.next_cursor && page.items.length > 0 && page.items.length < limit) {
    const rest = await fetchPage(limit - page.items.length, offset + page.items.length);
    page = { ...rest, items: [...page.items, ...rest.items] };
    if (rest.items.length === 0) break;
  }
  return page;
}

function joined(pages: readonly Page[]): Page {
  const seen = new Set<unknown>();
  const items = pages
    .flatMap((page) => page.items)
    .filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id) !== undefined));
  const last = pages.at(-1);
  const { next_cursor: _, ...first } = pages[0] ?? { items: [] };
  return { ...first, items, total: Math.max(last?.total ?? 0, items.length) };
}
