import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { CallOptions } from './transport.ts';

/** Paginated lists that callers get as a whole when they set no limit. */
const wholeLists: ReadonlySet<ReadKey> = new Set<ReadKey>([
  'GET /notes',
  'GET /notes/:bookId',
  'GET /highlights',
  'GET /books/:id/highlights',
  'GET /books/:id/bookmarks',
  'GET /books/:id/places',
  'GET /books/:id/files',
  'GET /collections',
  'GET /uploads',
  'GET /words',
  'GET /parts/:part/rows/:collection',
  'GET /reading/sessions/:id/changes',
  'GET /mentor/conversations',
  'GET /api/gamification/goals',
  'GET /auth/sessions',
  'GET /admin/invitations',
]);

export function isWholeList(key: ReadKey, request: unknown): boolean {
  const { query } = request as { query?: { limit?: number; cursor?: string } };
  return wholeLists.has(key) && query?.limit === undefined && query?.cursor === undefined;
}

interface CursorPage {
  items: { id?: unknown }[];
  next_cursor?: string | null;
}

/** A page that takes longer, in milliseconds, is followed by small ones, so that something can be shown earlier. */
const slowPageMs = 5_000;
const smallPage = 20;
let isSlow = false;

/**
 * Reads all pages of a list. Most lists have one page.
 * @param onPart receives the items so far: after the first page, and whenever their number has doubled
 */
export async function fetchWholeList<K extends ReadKey>(
  api: {
    call<Key extends ReadKey>(
      key: Key,
      request: CallRequest<Key>,
      options?: CallOptions,
    ): Promise<CallResponse<Key>>;
  },
  key: K,
  request: CallRequest<K>,
  options?: CallOptions,
  onPart: (part: CallResponse<K>) => void = () => {},
): Promise<CallResponse<K>> {
  const { query } = request as { query?: object };
  const fetchPage = async (cursor?: string): Promise<CursorPage> => {
    const page = { ...(isSlow ? { limit: smallPage } : {}), ...(cursor === undefined ? {} : { cursor }) };
    const isPlain = Object.keys(page).length === 0;
    const pageRequest = isPlain ? request : { ...(request as object), query: { ...query, ...page } };
    const began = Date.now();
    const answer = await api.call(key, pageRequest as CallRequest<K>, options);
    isSlow = Date.now() - began > slowPageMs;
    return answer as unknown as CursorPage;
  };
  const { next_cursor, ...first } = await fetchPage();
  const list = { ...first, items: [...first.items] };
  const seen = new Set(list.items.map(({ id }) => id));
  let reportedCount = 0;
  for (let cursor = next_cursor; cursor; ) {
    if (list.items.length >= reportedCount * 2) {
      reportedCount = list.items.length;
      onPart({ ...list, items: [...list.items] } as unknown as CallResponse<K>);
    }
    const page = await fetchPage(cursor);
    // An item that changed during the read may appear twice.
    list.items.push(...page.items.filter(({ id }) => !seen.has(id)));
    for (const { id } of page.items) seen.add(id);
    cursor = page.next_cursor;
  }
  return list as unknown as CallResponse<K>;
}
