import type { Goal } from '@lectern/shared-contracts/api/gamification.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';

/** '12 of 30 minutes' */
export function goalLabel(
  t: Translate,
  { current, target, unit }: Pick<Goal, 'current' | 'target' | 'unit'>,
): string {
  const values = { current: Math.floor(current), count: target };
  if (unit === 'pages') return t('{{current}} of {{count}} pages', values);
  if (unit === 'books') return t('{{current}} of {{count}} books', values);
  return t('{{current}} of {{count}} minutes', values);
}

export function periodLabel(t: Translate, type: Goal['type']): string {
  const words = {
    daily: t('every day'),
    weekly: t('every week'),
    monthly: t('every month'),
    once: t('once'),
  };
  return words[type];
}
