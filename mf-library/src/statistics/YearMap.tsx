import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { DayCalendar } from '@lectern/shared-ui/calendar/DayCalendar.tsx';
import { media } from '@lectern/shared-ui/tokens.ts';
import { useDirection } from '@lectern/shared-ui/useDirection.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { styled } from 'styled-components';
import type { Day } from './days.ts';
import { formatDuration } from './formatDuration.ts';
import { dayLevel, yearOfDays } from './readingTime.ts';

interface YearMapProps {
  days: ReadonlyMap<Day, number>;
  now: Date;
  firstDay: number;
}

/** A year of days by reading time. */
export function YearMap({ days, now, firstDay }: YearMapProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const scroll = useRef<HTMLDivElement>(null);
  const rtl = useDirection() === 'rtl';
  const narrow = useMediaQuery(media.narrow);
  const year = useMemo(
    () =>
      yearOfDays(now, firstDay).map((day) => {
        const seconds = days.get(day) ?? 0;
        const words = seconds > 0 ? formatDuration(seconds, t) : t('No reading.');
        return { day, level: dayLevel(seconds), words };
      }),
    [days, now, firstDay, t],
  );
  // Scrolled to the latest weeks where it is too wide.
  useLayoutEffect(() => {
    if (narrow && scroll.current) scroll.current.scrollLeft = scroll.current.scrollWidth * (rtl ? -1 : 1);
  }, [narrow, rtl]);
  return (
    <Scroll ref={scroll}>
      <DayCalendar label={t('A year of days')} days={year} language={language} weeks="columns" />
    </Scroll>
  );
}

const Scroll = styled.div`
  /* Room for the outline of the focused calendar. */
  padding: 4px;
  overflow-x: auto;
`;
