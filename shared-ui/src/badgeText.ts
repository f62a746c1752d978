/** A count as a badge shows it: nothing for none, 99+ above 99. */
export function badgeText(count: number | undefined): string {
  if (!count || count < 0) return '';
  return count > 99 ? '99+' : String(Math.floor(count));
}
