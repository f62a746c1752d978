import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { formatDuration } from './formatDuration.ts';
import type { ReadingTotals } from './readingTime.ts';

interface TotalsProps {
  totals: ReadingTotals;
  streak: { length: number; weekly: boolean };
  /** Books. */
  completed: number;
}

type Fact = [name: string, value: string];

/** The time read, large, and what else is counted. */
export function Totals({ totals, streak, completed }: TotalsProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const number = new Intl.NumberFormat(language);
  const reading: Fact[] = [
    [t('Today'), formatDuration(totals.today, t)],
    [t('This week'), formatDuration(totals.week, t)],
    [t('This month'), formatDuration(totals.month, t)],
    [t('All time'), formatDuration(totals.all, t)],
    [
      t('Streak'),
      streak.weekly
        ? t('{{count}} weeks', { count: streak.length })
        : t('{{count}} days', { count: streak.length }),
    ],
  ];
  const more: Fact[] = [
    [t('Books completed'), number.format(completed)],
    [t('Pages read'), number.format(totals.pages)],
    [
      t('Pace'),
      totals.pace === null ? '–' : t('{{count}} pages an hour', { count: Math.round(totals.pace) }),
    ],
    [t('Sessions'), number.format(totals.sessions)],
    [t('Average session'), formatDuration(totals.average, t)],
    [t('Longest session'), formatDuration(totals.longest, t)],
  ];
  return (
    <List>
      {[...reading, ...more].map(([name, value], index) => (
        <div key={name} data-main={index < reading.length || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

const List = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(9rem, 42%), 1fr));
  gap: ${space(6)};
  /* Five figures above six. */
  @media ${media.wide} {
    grid-template-columns: repeat(30, minmax(0, 1fr));
    column-gap: 0;
    & > div { grid-column: span 5; padding-inline-end: ${space(4)}; }
    & > [data-main] { grid-column: span 6; }
  }
  margin-block: ${space(6)} ${space(10)};
  &:first-child { margin-block-start: 0; }
  & > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
  & dt { color: ${color.textMuted}; font-size: ${type.small}; }
  & dd {
    font-family: ${font.reading};
    font-size: ${type.body};
    line-height: 1.3;
    font-variant-numeric: lining-nums tabular-nums;
  }
  & > [data-main] > dd { font-size: ${type.title}; }
  @media ${media.narrow} { & > [data-main] > dd { font-size: ${type.large}; } }
`;
