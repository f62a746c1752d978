/**
 * The basis of a change: for each changed field, stamps of the values that its author had seen. They tell the server
 * whether another device has changed the field meanwhile.
 */
import { thoughtStamp } from './textStamp.ts';

export type Basis = Record<string, string[]>;

/** The stamp of a field's value. */
export const valueStamp = (value: unknown): string =>
  thoughtStamp(value === null || value === undefined ? null : stringOf(value));

const stringOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** @param before the resource as shown when editing began */
export function basisOf(before: object, changes: object): Basis {
  const shown = before as Record<string, unknown>;
  return Object.fromEntries(Object.keys(changes).map((field) => [field, [valueStamp(shown[field])]]));
}

interface Change {
  basis?: Basis;
  /** The changed fields. */
  fields: readonly string[];
}

const maxStamps = 50;

/**
 * Merges the bases of two changes: the server may have either of the replaced values. A field that one of them
 * changes without stamps (written by an older app) gets none.
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
