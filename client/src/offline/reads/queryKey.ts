import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';

/** Identifies an entry of the response cache. */
export interface QueryKey {
  userId: string;
  key: ReadKey;
  request: unknown;
  allPages: boolean;
}

/** One string for one read of one reader; the order of a request's fields does not matter. */
export function queryKey({ userId, key, request, allPages }: QueryKey): string {
  return [userId, key, allPages ? 'all' : 'one', JSON.stringify(sorted(request))].join('|');
}

/** @returns null for a string that `queryKey` did not make. */
export function parseQueryKey(text: string): QueryKey | null {
  const [userId, key, pages, ...rest] = text.split('|');
  if (userId === undefined || key === undefined || rest.length === 0) return null;
  try {
    return { userId, key: key as ReadKey, allPages: pages === 'all', request: JSON.parse(rest.join('|')) };
  } catch {
    return null;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}
