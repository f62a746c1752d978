import type { StreakDay } from '@lectern/shared-contracts/api/gamification.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';

/** Why a day counted or did not, as a neutral sentence. */
export function dayReason(t: Translate, day: StreakDay, today: string): string {
  if (day.state === 'rest') return t('Your rest day of that week. The streak went on.');
  if (day.state === 'none') return day.day === today ? t('Nothing read yet today.') : t('No reading.');
  const [book] = day.books;
  const values = { count: day.minutes, title: book ?? '' };
  const read =
    book === undefined
      ? t('{{count}} minutes', values)
      : day.books.length === 1
        ? t('{{count}} minutes with {{title}}', values)
        : t('{{count}} minutes with {{title}} and more', values);
  const by = day.byHand === day.sessions ? t('added by hand') : null;
  return by === null
    ? t('Counted: {{what}}.', { what: read })
    : t('Counted: {{what}}, {{how}}.', { what: read, how: by });
}
