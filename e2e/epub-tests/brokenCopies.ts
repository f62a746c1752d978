import type { BrokenCopy } from '../support/epub/brokenCopy.ts';
export const brokenCopies: readonly BrokenCopy[] = [];
