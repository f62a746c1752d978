import type { CallRequest, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { WatchOptions } from '@lectern/shared-contracts/contract/host.ts';
import type { ReadDescription } from '@lectern/shared-contracts/contract/remotes.ts';

/** A read as HostData.watch takes it. */
export interface DescribedRead {
  key: ReadKey;
  request: CallRequest<ReadKey>;
  options: WatchOptions;
}

/**
 * The read that a description means.
 * @param params of the path; null when one that it needs is missing.
 */
export function readOf(
  { key, params: named, query, allPages }: ReadDescription,
  params: Readonly<Record<string, string>> = {},
): DescribedRead | null {
  const entries = Object.entries(named ?? {}).map(([name, value]) => [
    name,
    value.startsWith(':') ? params[value.slice(1)] : value,
  ]);
  if (entries.some(([, value]) => value === undefined)) return null;
  const request = {
    ...(named ? { params: Object.fromEntries(entries) } : {}),
    ...(query ? { query } : {}),
  };
  // Checked by shape alone: a route that the server does not know answers as such.
  return {
    key: key as ReadKey,
    request: request as CallRequest<ReadKey>,
    options: allPages ? { allPages } : {},
  };
}
