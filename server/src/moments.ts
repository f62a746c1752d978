/**
 * A moment that a client gave, as it is stored (ISO 8601, UTC, milliseconds), so that texts compare like times. One in
 * the future is now: a clock that runs ahead must not win over every later change.
 */
export function momentOf(text: string, now: Date): string {
  return new Date(Math.min(Date.parse(text), now.getTime())).toISOString();
}
