import type { Translate } from '../../contract/host.ts';

/** '2 h 5 min', '40 min', 'under a minute'; '0 min' for nothing. */
export function formatDuration(seconds: number, t: Translate): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return seconds > 0 ? t('under a minute') : t('{{minutes}} min', { minutes: 0 });
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t('{{minutes}} min', { minutes });
  return minutes % 60 === 0
    ? t('{{hours}} h', { hours })
    : t('{{hours}} h {{minutes}} min', { hours, minutes: minutes % 60 });
}
