/** Text of a count badge: empty for 0, 99+ above 99. */
export function badgeText(count: number | undefined): string {
  if (!count || count < 0) return '';
  return count > 99 ? '99+' : String(Math.floor(count));
}
