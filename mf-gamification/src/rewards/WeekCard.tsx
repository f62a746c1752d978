import { formatDuration } from '@lectern/shared-contracts/domain/books/formatDuration.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';

/** The oldest week that can be shown. */
const maxWeeksBack = 52;

/** Figures of this week or an earlier one. */
export function WeekCard({ points }: { points: boolean }) {
  const t = useTranslate();
  const { i18n } = useHost();
  const language = useReadable(i18n.language);
  const [ago, setAgo] = useState(0);
  const loaded = useData('GET /api/gamification/week', { query: { ago } });
  const week = loaded.status === 'ready' ? loaded.value : null;
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const span = week
    ? day.formatRange(new Date(`${week.first}T12:00:00Z`), new Date(`${week.last}T12:00:00Z`))
    : '';
  const facts = week
    ? [
        week.pages > 0 ? t('{{count}} pages', { count: week.pages }) : null,
        week.notes + week.highlights > 0
          ? t('{{count}} notes and highlights', { count: week.notes + week.highlights })
          : null,
        week.booksCompleted > 0 ? t('{{count}} books finished', { count: week.booksCompleted }) : null,
        points && week.points > 0 ? t('{{count}} points', { count: week.points }) : null,
      ].filter((fact) => fact !== null)
    : [];
  return (
    <Card
      title={ago === 0 ? t('This week') : ago === 1 ? t('Last week') : t('A week')}
      actions={
        <Turn>
          <IconButton
            size="small"
            icon={<ChevronLeft />}
            label={t('The week before')}
            disabled={ago >= maxWeeksBack}
            onClick={() => setAgo(ago + 1)}
          />
          <IconButton
            size="small"
            icon={<ChevronRight />}
            label={t('The week after')}
            disabled={ago === 0}
            onClick={() => setAgo(ago - 1)}
          />
        </Turn>
      }
    >
      {week === null ? (
        loaded.status === 'error' ? (
          <Muted>{t('This week is not known here yet.')}</Muted>
        ) : (
          <Skeleton shape="paragraph" lines={3} />
        )
      ) : (
        <Column aria-live="polite">
          <Muted>{span}</Muted>
          {week.sessions === 0 ? (
            <p>{t('A quiet week.')}</p>
          ) : (
            <>
              <p>
                <Time>{formatDuration(week.minutes * 60, t)}</Time>{' '}
                {t('on {{count}} days', { count: week.days })}
              </p>
              {facts.length > 0 ? <Muted>{facts.join(' · ')}</Muted> : null}
              <Books>
                {week.books.map(({ title, minutes }) => (
                  <li key={title}>
                    <cite>{title}</cite>
                    <span>{formatDuration(minutes * 60, t)}</span>
                  </li>
                ))}
              </Books>
            </>
          )}
        </Column>
      )}
    </Card>
  );
}

const Turn = styled.span`
  display: inline-flex;
`;

const Column = styled.div`
  display: grid;
  /* As wide as the column, not as its longest title. */
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};
`;

const Muted = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
`;

const Time = styled.span`
  font-family: ${font.reading};
  font-size: ${type.title};
`;

const Books = styled.ul.attrs({ role: 'list' })`
  font-size: ${type.small};
  & > li { display: flex; justify-content: space-between; gap: ${space(3)}; padding-block: ${space(1)}; }
  & cite { overflow: hidden; font-family: ${font.reading}; text-overflow: ellipsis; white-space: nowrap; }
  & span { color: ${color.textMuted}; font-variant-numeric: tabular-nums; white-space: nowrap; }
`;
