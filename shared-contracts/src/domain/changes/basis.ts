/**
 * The basis of a change: for each changed field, stamps of the values that its author had seen. They tell the server
 * whether another device has changed the field meanwhile.
 */
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

type Fields = Readonly<Record<string, unknown>>;

/** What a resource is after a change that has these fields: those of its basis change, or without one all of them. */
export function withChanges(before: Fields, after: Fields, basis?: Basis): Record<string, unknown> {
  if (basis === undefined) return { ...after };
  const kept = Object.entries(before).filter(([field]) => !Object.hasOwn(basis, field));
  const changed = Object.entries(after).filter(([field]) => Object.hasOwn(basis, field));
  return Object.fromEntries([...kept, ...changed]);
}

interface Change {
  basis?: Basis;
  /** The changed fields. */
  changes: object;
}

const maxStamps = 50;

/**
 * Merges the bases of two changes: the server may have either of the replaced values. A field that one of them
 * changes without stamps (written by an older app) gets none.
 */
export function mergedBasis(earlier: Change, later: Change): { basis?: Basis } {
  const basis: Basis = {};
  for (const field of Object.keys({ ...earlier.changes, ...later.changes })) {
    const stamps = [earlier, later].flatMap(({ changes, basis: own }) =>
      Object.hasOwn(changes, field) ? [own?.[field]] : [],
    );
    if (stamps.some((some) => some === undefined)) continue;
    basis[field] = [...new Set(stamps.flatMap((some) => some ?? []))].slice(-maxStamps);
  }
  return Object.keys(basis).length > 0 ? { basis } : {};
}

/** The stamp of a highlight's note. */
export const thoughtStamp = (thought: string | null): string =>
  textStamp({ title: '', content: thought ?? '' });

/**
 * A short hash of a note's text, by which the server knows whether a device has seen the current text. 53 bits
 * (cyrb53 by bryc, public domain) and the length; not for security.
 */
export function textStamp({ title, content }: { title: string; content: string }): string {
  const text = `${title}\n${content}`;
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return `${(4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36)}-${text.length.toString(36)}`;
}
