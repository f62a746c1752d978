import type { PartChange } from '@lectern/shared-contracts/api/remotes.ts';
import type { Db } from '../../store/db.ts';
import { readList, writeSetting } from '../../store/settings.ts';

/** What an administrator changed of a remote. */
export interface RemoteChange extends PartChange {
  remote: string;
}

/** The fills of a point in the order that an administrator chose. */
export interface FillOrder {
  point: string;
  fills: readonly { fill: string; hidden: boolean }[];
}

/** What administrators change in the registry that readers get. */
export interface RegistryChanges {
  parts: readonly RemoteChange[];
  orders: readonly FillOrder[];
}

/** At most one for each remote. */
export const partChanges = (db: Db): Promise<RemoteChange[]> => readList(db, 'part_states');

/** Replaces all of them. */
export const setPartChanges = (db: Db, all: readonly RemoteChange[]): Promise<void> =>
  writeSetting(db, 'part_states', JSON.stringify(all));

/** The points whose fills are ordered. */
export const fillOrders = (db: Db): Promise<FillOrder[]> => readList(db, 'fill_orders');

/** Replaces the orders of all points. */
export const setFillOrders = (db: Db, all: readonly FillOrder[]): Promise<void> =>
  writeSetting(db, 'fill_orders', JSON.stringify(all));

export const registryChanges = async (db: Db): Promise<RegistryChanges> => ({
  parts: await partChanges(db),
  orders: await fillOrders(db),
});

interface Fill {
  point?: unknown;
  expose?: unknown;
  order?: unknown;
}
interface Version {
  description?: { version?: unknown; fills?: unknown };
}
/** What the registry has of a remote. */
export interface RegistryEntry {
  current?: Version;
  previous?: Version;
  canary?: Version & { share?: unknown };
}
interface Registry {
  remotes: Record<string, RegistryEntry>;
  signature?: unknown;
}

/**
 * A registry with what administrators changed: states of remotes, and orders of fills. A signed one stays as it is,
 * since a browser would refuse it otherwise, and so does one of which nothing would be left.
 */
export function changedRegistry(bytes: Buffer, { parts, orders }: RegistryChanges): Buffer {
  if (parts.length + orders.length === 0) return bytes;
  const registry = JSON.parse(bytes.toString()) as Registry;
  const kept = Object.entries(registry.remotes).flatMap(([name, entry]) => {
    const change = parts.find(({ remote }) => remote === name);
    if (change?.state === 'disabled') return [];
    return [[name, (change && changedEntry(entry, change)) ?? entry] as const];
  });
  if (registry.signature !== undefined || kept.length === 0) return bytes;
  for (const [name, { current, canary }] of kept)
    for (const version of [current, canary])
      if (version?.description && Array.isArray(version.description.fills))
        version.description.fills = orderedFills(name, version.description.fills, orders);
  return Buffer.from(JSON.stringify({ ...registry, remotes: Object.fromEntries(kept) }));
}

/**
 * The versions after a roll-back or a promotion; null when it does not apply, since another version was deployed.
 */
export function changedEntry(
  { current, previous, canary }: RegistryEntry,
  { state, version }: Pick<PartChange, 'state' | 'version'>,
): RegistryEntry | null {
  if (canary && canary.description?.version === version) {
    const { share: _, ...promoted } = canary;
    return state === 'promoted' ? { current: promoted, previous: current } : { current, previous };
  }
  const isRolledBack = state === 'rolled_back' && current?.description?.version === version;
  return isRolledBack && previous ? { current: previous, canary } : null;
}

/** Steps between the orders of two fills: those that are not named stand between them or after them. */
const step = 10;

function orderedFills(remote: string, fills: readonly unknown[], orders: readonly FillOrder[]): unknown[] {
  return fills.flatMap((fill) => {
    const { point, expose } = (fill ?? {}) as Fill;
    const chosen = chosenPlace(orders, point, `${remote}/${String(expose)}`);
    if (chosen === null) return [fill];
    return chosen.hidden ? [] : [{ ...(fill as Fill), order: chosen.order }];
  });
}

/** Where administrators have placed a fill; null when they have not. */
export function chosenPlace(
  orders: readonly FillOrder[],
  point: unknown,
  fill: string,
): { order: number; hidden: boolean } | null {
  const fills = orders.find((one) => one.point === point)?.fills ?? [];
  const index = fills.findIndex((one) => one.fill === fill);
  return index === -1 ? null : { order: (index + 1) * step, hidden: fills[index]?.hidden ?? false };
}
