import type { Translate } from '@lectern/shared-contracts/contract/host.ts';

/** '2 h 5 min', '40 min'. */
export function hoursAndMinutes(t: Translate, minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t('{{minutes}} min', { minutes });
  return minutes % 60 === 0
    ? t('{{hours}} h', { hours })
    : t('{{hours}} h {{minutes}} min', { hours, minutes: minutes % 60 });
}
