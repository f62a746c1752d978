import { dayOf, daysBefore } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { styled } from 'styled-components';
import { useDaysRead } from './useReadingToday.ts';

const days = 7;

/** The last days, marked where something was read. */
export function StreakDays() {
  const t = useTranslate();
  const { i18n } = useHost();
  const language = useReadable(i18n.language);
  const read = useDaysRead();
  const today = dayOf(new Date());
  const shown = Array.from({ length: days }, (_, index) => daysBefore(today, days - 1 - index));
  const letter = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' });
  const name = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return (
    <Days aria-label={t('The last {{count}} days', { count: days })}>
      {shown.map((day) => {
        const date = new Date(`${day}T12:00:00Z`);
        const done = read.has(day);
        return (
          <li key={day} data-read={done} data-today={day === today}>
            <span aria-hidden>{letter.format(date)}</span>
            <i aria-hidden />
            <VisuallyHidden>
              {done
                ? t('{{day}}: read', { day: name.format(date) })
                : t('{{day}}: not read', { day: name.format(date) })}
            </VisuallyHidden>
          </li>
        );
      })}
    </Days>
  );
}

const Days = styled.ul.attrs({ role: 'list' })`
  display: flex;
  gap: ${space(2)};
  & > li { position: relative; display: grid; gap: ${space(1)}; justify-items: center; min-inline-size: 1.25rem; }
  & span { color: ${color.textMuted}; font-size: ${type.caption}; line-height: 1; }
  & i {
    inline-size: 0.75rem;
    block-size: 0.75rem;
    border: 1.5px solid ${color.lineStrong};
    border-radius: ${radius.round};
  }
  & > li[data-read='true'] i { border-color: ${color.progress}; background: ${color.progress}; }
  & > li[data-today='true'] span { color: ${color.text}; font-weight: 600; }
`;
