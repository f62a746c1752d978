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
 * The request of a described read.
 * @param params of the path; null is returned when a required one is missing
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
  // Only the shape was validated: the server answers 404 for an unknown route.
  return {
    key: key as ReadKey,
    request: request as CallRequest<ReadKey>,
    options: allPages ? { allPages } : {},
  };
}
