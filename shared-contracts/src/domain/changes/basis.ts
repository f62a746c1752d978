/**
 * What a change was made from: for each field that it changes, the stamps of the values that its writer had before
 * them. The server sees by them whether another device has changed the same field meanwhile.
 */
import { thoughtStamp } from './textStamp.ts';

export type Basis = Record<string, string[]>;

/** The stamp of any value of a field. */
export const valueStamp = (value: unknown): string =>
  thoughtStamp(value === null || value === undefined ? null : stringOf(value));

const stringOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** @param before the thing as it was shown when its change began */
export function basisOf(before: object, changes: object): Basis {
  const shown = before as Record<string, unknown>;
  return Object.fromEntries(Object.keys(changes).map((field) => [field, [valueStamp(shown[field])]]));
}

interface Change {
  basis?: Basis;
  /** The fields that it changes. */
  fields: readonly string[];
}

const maxStamps = 50;

/**
 * Of two changes that become one: the server may have any of the values that either replaced. A field without stamps in
 * one that changes it (an older app wrote it) has none.
 */
export function mergedBasis(earlier: Change, later: Change): { basis?: Basis } {
  const basis: Basis = {};
  for (const field of new Set([...earlier.fields, ...later.fields])) {
    const stamps = [earlier, later].flatMap((change) =>
      change.fields.includes(field) ? [change.basis?.[field]] : [],
    );
    if (stamps.some((some) => some === undefined)) continue;
    basis[field] = [...new Set(stamps.flatMap((some) => some ?? []))].slice(-maxStamps);
  }
  return Object.keys(basis).length > 0 ? { basis } : {};
}
