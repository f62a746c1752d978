import type { Profile } from '@lectern/shared-contracts/api/auth.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import type { HostApi } from '@lectern/shared-contracts/host.ts';

type ItemsOf<
  K extends 'GET /books' | 'GET /notes' | 'GET /highlights' | 'GET /collections' | 'GET /reading/sessions',
> = CallResponse<K>['items'];

/** What a reader takes along. Dates are ISO 8601; ids tie notes, highlights and sessions to their book. */
export interface DataExport {
  format: 'lectern-export';
  version: 1;
  exported_at: string;
  profile: Profile;
  books: ItemsOf<'GET /books'>;
  notes: ItemsOf<'GET /notes'>;
  highlights: ItemsOf<'GET /highlights'>;
  collections: ItemsOf<'GET /collections'>;
  reading_sessions: ItemsOf<'GET /reading/sessions'>;
}

interface Page<T> {
  items: T[];
  total: number;
}

/**
 * Gathers everything from the server, one kind after the other.
 * @param onPart told what is being fetched: 'books', 'notes', …
 * @throws HostError of the first call that does not work: a part of the data is no export.
 */
export async function collectExport(
  api: HostApi,
  now: Date,
  onPart: (part: string) => void,
): Promise<DataExport> {
  const part = <T>(name: string, get: () => Promise<T>): Promise<T> => {
    onPart(name);
    return get();
  };
  return {
    format: 'lectern-export',
    version: 1,
    exported_at: now.toISOString(),
    profile: await part('profile', () => api.call('GET /auth/profile', {})),
    books: await part('books', () =>
      every(200, (offset, limit) => api.call('GET /books', { query: { limit, offset } })),
    ),
    notes: (await part('notes', () => api.call('GET /notes', {}))).items,
    highlights: (await part('highlights', () => api.call('GET /highlights', {}))).items,
    collections: (await part('collections', () => api.call('GET /collections', {}))).items,
    reading_sessions: await part('reading sessions', () =>
      every(1_000, (offset, limit) => api.call('GET /reading/sessions', { query: { limit, offset } })),
    ),
  };
}

/** Page after page, until there is nothing more. */
async function every<T>(
  limit: number,
  get: (offset: number, limit: number) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  for (;;) {
    const page = await get(items.length, limit);
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= page.total) return items;
  }
}
