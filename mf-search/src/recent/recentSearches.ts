/** Searches that led somewhere, newest first. */
const recentKept = 10;
export const recentShown = 5;
export const recentPreference = 'recent_searches';

/** The searches among what was stored. */
export const parseRecent = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((query) => typeof query === 'string') : [];

/** With this one in front; each is there once, whatever its case. */
export function remember(recent: readonly string[], typed: string): string[] {
  const query = typed.trim().replace(/\s+/g, ' ');
  if (query === '') return [...recent];
  const others = recent.filter((other) => other.toLowerCase() !== query.toLowerCase());
  return [query, ...others].slice(0, recentKept);
}
