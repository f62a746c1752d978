const maxStamps = 50;

/** Merges two edits: the server may have either of the replaced texts. */
export function mergedStamps(earlier?: string[], later?: string[]): { replaces?: string[] } {
  if (earlier === undefined || later === undefined) return {};
  return { replaces: [...new Set([...earlier, ...later])].slice(-maxStamps) };
}
