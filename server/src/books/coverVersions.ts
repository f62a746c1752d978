/**
 * Versions of a book's cover are part of its files' names. Covers that a reader chooses have even versions, those that
 * are drawn or taken from a file odd ones, so that two at the same time never have the same files; the reader's is the
 * later one.
 */
export const chosenVersion = (current: number): number => current + 2 + (current % 2);

export const drawnVersion = (current: number): number => current + 1 + (current % 2);
