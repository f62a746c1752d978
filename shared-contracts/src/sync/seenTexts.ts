/** A deletion of what has texts: it deletes no text that its author had not seen. */
interface Deletion {
  id: string;
  /** Stamps of the texts as shown; without them it is deleted in any case. */
  seen?: string[];
}

export const seenQuery = ({ seen }: Deletion): { query?: { seen: string } } =>
  seen === undefined ? {} : { query: { seen: seen.join() } };

/** The deletion with the texts of a write that it supersedes: its author had seen them, too. */
export const alsoSeen = <D extends Deletion>(deletion: D, stamps: readonly string[]): D =>
  deletion.seen === undefined ? deletion : { ...deletion, seen: [...deletion.seen, ...stamps] };

/** 409: another device has changed a text, so it is kept and appears in the list again. */
export const settlesDeletion = (status: number): boolean => status === 404 || status === 409;

const maxStamps = 50;

/** Merges two edits: the server may have either of the replaced texts. */
export function mergedStamps(earlier?: string[], later?: string[]): { replaces?: string[] } {
  if (earlier === undefined || later === undefined) return {};
  return { replaces: [...new Set([...earlier, ...later])].slice(-maxStamps) };
}
