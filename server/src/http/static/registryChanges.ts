import type { Db } from '../../store/db.ts';
import { readList, writeSetting } from '../../store/settings.ts';

/** A remote that an administrator keeps from all readers. */
export interface DisabledPart {
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
  disabled: readonly DisabledPart[];
  orders: readonly FillOrder[];
}

export const disabledParts = (db: Db): Promise<DisabledPart[]> => readList(db, 'disabled_parts');

/** Replaces all of them. */
export const setDisabledParts = (db: Db, all: readonly DisabledPart[]): Promise<void> =>
  writeSetting(db, 'disabled_parts', JSON.stringify(all));

/** The points whose fills are ordered. */
export const fillOrders = (db: Db): Promise<FillOrder[]> => readList(db, 'fill_orders');

/** Replaces the orders of all points. */
export const setFillOrders = (db: Db, all: readonly FillOrder[]): Promise<void> =>
  writeSetting(db, 'fill_orders', JSON.stringify(all));

export const registryChanges = async (db: Db): Promise<RegistryChanges> => ({
  disabled: await disabledParts(db),
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
 * A registry without the disabled remotes, and with the fills as they are ordered. A signed one stays as it is, since a
 * browser would refuse it otherwise, and so does one of which nothing would be left.
 */
export function changedRegistry(bytes: Buffer, { disabled, orders }: RegistryChanges): Buffer {
  if (disabled.length + orders.length === 0) return bytes;
  const registry = JSON.parse(bytes.toString()) as Registry;
  const kept = Object.entries(registry.remotes).filter(
    ([name]) => !disabled.some(({ remote }) => remote === name),
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
