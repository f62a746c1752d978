const maxStamps = 50;

/** Of two edits that become one: the server may have any of the texts that either replaced. */
export function mergedStamps(earlier?: string[], later?: string[]): { replaces?: string[] } {
  if (earlier === undefined || later === undefined) return {};
  return { replaces: [...new Set([...earlier, ...later])].slice(-maxStamps) };
}
