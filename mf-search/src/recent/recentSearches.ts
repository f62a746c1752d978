/** Recent searches that led to a result, newest first. */
const recentKept = 10;
export const recentShown = 5;
export const recentPreference = 'recent_searches';

/** The valid entries among the stored ones. */
export const parseRecent = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((query) => typeof query === 'string') : [];

/** Adds a search at the front, and removes duplicates, ignoring case. */
export function remember(recent: readonly string[], typed: string): string[] {
  const query = typed.trim().replace(/\s+/g, ' ');
  if (query === '') return [...recent];
  const others = recent.filter((other) => other.toLowerCase() !== query.toLowerCase());
  return [query, ...others].slice(0, recentKept);
}
