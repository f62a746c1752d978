/** A text with single spaces. */
export const collapsed = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Matches these words with any white space between them. */
export const wordsPattern = (words: readonly string[]): RegExp =>
  new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+'), 'u');
