import { maxRowBytes, maxRowsOfCollection } from '@lectern/shared-contracts/api/parts.ts';
import { defaultRowBytes, defaultRows } from '@lectern/shared-contracts/contract/remotes.ts';
import { readRegistry } from '../../http/static/serveRegistry.ts';
import type { Config } from '../../run/config/config.ts';
import type { CollectionLimits, PartDeclarations } from '../../run/services/parts.ts';

const general: CollectionLimits = { rows: maxRowsOfCollection, bytes: maxRowBytes };

/** How long the registry counts as read, in milliseconds. */
const freshMs = 10_000;

/**
 * What the remotes in production declare about their rows. A collection that none declares has the general limits: the
 * writes of a remote that is no longer deployed may still wait in a browser.
 */
export function createPartDeclarations(config: Config, now: () => Date): PartDeclarations {
  let read: { at: number; collections: Promise<ReadonlyMap<string, CollectionLimits>> } | null = null;
  return {
    async limitsOf({ part, collection }) {
      const at = now().getTime();
      if (read === null || at - read.at >= freshMs) read = { at, collections: declaredCollections(config) };
      return (await read.collections).get(`${part}/${collection}`) ?? general;
    },
  };
}

/** By 'part/collection'. */
async function declaredCollections(config: Config): Promise<ReadonlyMap<string, CollectionLimits>> {
  const collections = new Map<string, CollectionLimits>();
  const { remotes } = await readRegistry(config);
  for (const [part, { current, previous, canary }] of Object.entries(remotes))
    for (const version of [current, previous, canary])
      for (const declared of listOf(version?.description?.data))
        add(collections, `${part}/${declared.name}`, declared);
  return collections;
}

interface Declared {
  name?: unknown;
  rows?: unknown;
  bytes?: unknown;
}

/** A deploy has checked what is in a list, but anything may have been written into the registry since. */
const listOf = (data: unknown): Declared[] =>
  Array.isArray(data) ? data.filter((one) => typeof one?.name === 'string') : [];

/** Of several versions in use, the more generous one counts. */
function add(collections: Map<string, CollectionLimits>, name: string, { rows, bytes }: Declared): void {
  const known = collections.get(name) ?? { rows: 0, bytes: 0 };
  collections.set(name, {
    rows: Math.min(Math.max(known.rows, limitOf(rows, defaultRows)), general.rows),
    bytes: Math.min(Math.max(known.bytes, limitOf(bytes, defaultRowBytes)), general.bytes),
  });
}

const limitOf = (declared: unknown, usual: number) =>
  typeof declared === 'number' && declared > 0 ? declared : usual;
