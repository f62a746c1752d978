/** A text with single spaces. */
export const collapsed = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Characters of a text that are searched for. In a repetitive chapter, the time of a search grows with them. */
export const maxSearchedLength = 200;

/**
 * Matches the first words of a text, whatever white space is between them.
 * @returns null for a text without words
 */
export function wordPattern(text: string, mostWords: number, flags = 'u'): RegExp | null {
  // A surrogate pair that is cut in half would match nothing.
  const start = text
    .trimStart()
    .slice(0, maxSearchedLength)
    .replace(/[\uD800-\uDBFF]$/, '');
  const words = start.split(/\s+/).filter(Boolean).slice(0, mostWords);
  if (words.length === 0) return null;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+'), flags);
}
