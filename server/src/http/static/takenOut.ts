import type { Db } from '../../store/db.ts';
import { readSetting, writeSetting } from '../../store/settings.ts';

/** A remote that an administrator keeps from all readers. */
export interface TakenOut {
  remote: string;
  why: string;
}

/** The fills of a point in the order that an administrator chose. */
export interface FillOrder {
  point: string;
  fills: readonly { fill: string; hidden: boolean }[];
}

/** What administrators change in the registry that readers get. */
export interface RegistryChanges {
  out: readonly TakenOut[];
  orders: readonly FillOrder[];
}

const names = { out: 'parts_taken_out', orders: 'parts_fills' } as const;

type ListName = (typeof names)[keyof typeof names];

async function readList<T>(db: Db, name: ListName): Promise<T[]> {
  const value = await readSetting(db, name);
  return value === null ? [] : (JSON.parse(value) as T[]);
}

/** The remotes that are taken out. */
export const takenOut = (db: Db): Promise<TakenOut[]> => readList(db, names.out);

/** Replaces the remotes that are taken out. */
export const setTakenOut = (db: Db, all: readonly TakenOut[]): Promise<void> =>
  writeSetting(db, names.out, JSON.stringify(all));

/** The points whose fills are ordered. */
export const fillOrders = (db: Db): Promise<FillOrder[]> => readList(db, names.orders);

/** Replaces the orders of all points. */
export const setFillOrders = (db: Db, all: readonly FillOrder[]): Promise<void> =>
  writeSetting(db, names.orders, JSON.stringify(all));

export const registryChanges = async (db: Db): Promise<RegistryChanges> => ({
  out: await takenOut(db),
  orders: await fillOrders(db),
});

interface Fill {
  point?: unknown;
  expose?: unknown;
  order?: unknown;
}
interface Entry {
  current?: { description?: { fills?: unknown } };
  canary?: { description?: { fills?: unknown } };
}
interface Registry {
  remotes: Record<string, Entry>;
  signature?: unknown;
}

/**
 * A registry without the remotes that are taken out, and with the fills as they are ordered. A signed one stays as it
 * is, since a browser would refuse it otherwise, and so does one of which nothing would be left.
 */
export function changedRegistry(bytes: Buffer, { out, orders }: RegistryChanges): Buffer {
  if (out.length + orders.length === 0) return bytes;
  const registry = JSON.parse(bytes.toString()) as Registry;
  const kept = Object.entries(registry.remotes).filter(
    ([name]) => !out.some(({ remote }) => remote === name),
  );
  if (registry.signature !== undefined || kept.length === 0) return bytes;
  for (const [name, { current, canary }] of kept)
    for (const version of [current, canary])
      if (version?.description && Array.isArray(version.description.fills))
        version.description.fills = orderedFills(name, version.description.fills, orders);
  return Buffer.from(JSON.stringify({ ...registry, remotes: Object.fromEntries(kept) }));
}

/** Steps between the orders of two fills: those that are not named stand between them or after them. */
const step = 10;

function orderedFills(remote: string, fills: readonly unknown[], orders: readonly FillOrder[]): unknown[] {
  return fills.flatMap((fill) => {
    const { point, expose } = (fill ?? {}) as Fill;
    const order = orders.find((one) => one.point === point);
    const index = order?.fills.findIndex((one) => one.fill === `${remote}/${String(expose)}`) ?? -1;
    if (order === undefined || index === -1) return [fill];
    return order.fills[index]?.hidden ? [] : [{ ...(fill as Fill), order: (index + 1) * step }];
  });
}
