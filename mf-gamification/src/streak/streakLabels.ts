import type { Translate } from '@lectern/shared-contracts/contract/host.ts';

/** @param count days in a row, or weeks. */
export function streakLabel(t: Translate, count: number, weekly: boolean): string {
  if (count === 0) return t('No streak yet');
  return weekly ? t('{{count}} weeks in a row', { count }) : t('{{count}} days in a row', { count });
}
