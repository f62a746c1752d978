import { limits } from '../common/limits.ts';

/** Does a value take 100,000 characters or more as JSON? Counts no further than it must, and only roughly. */
export function isLarge(value: unknown, limit: number = limits.largeEntry): boolean {
  return charactersUpTo(value, limit) >= limit;
}

function charactersUpTo(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let count = 2;
  for (const name in value) {
    if (count >= limit) break;
    count += Array.isArray(value) ? 1 : name.length + 4;
    count += charactersUpTo((value as Record<string, unknown>)[name], limit - count);
  }
  return count;
}
