import { randomInt } from 'node:crypto';

/** The version of the cover that a new book gets from its file. */
export const firstCoverVersion = 1;

/** The column is an integer of 32 bits. */
export const lastCoverVersion = 2 ** 31 - 1;

/**
 * A version for a set of cover files, whose names contain it. It is random like an id, so that two sets for the same
 * book never share a file, even if two servers store them at the same time.
 */
export const newCoverVersion = (): number => randomInt(firstCoverVersion + 1, lastCoverVersion);
