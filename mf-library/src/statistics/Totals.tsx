import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { formatDuration } from './formatDuration.ts';
import type { ReadingTotals } from './readingTime.ts';

interface TotalsProps {
  totals: ReadingTotals;
  /** Days in a row. */
  streak: number;
  /** Books. */
  completed: number;
}

/** Totals. */
export function Totals({ totals, streak, completed }: TotalsProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const number = new Intl.NumberFormat(language);
  const facts: [string, string][] = [
    [t('Today'), formatDuration(totals.today, t)],
    [t('This week'), formatDuration(totals.week, t)],
    [t('This month'), formatDuration(totals.month, t)],
    [t('All time'), formatDuration(totals.all, t)],
    [t('Streak'), t('{{count}} days', { count: streak })],
    [t('Pages read'), number.format(totals.pages)],
    [
      t('Pace'),
      totals.pace === null ? '–' : t('{{count}} pages an hour', { count: Math.round(totals.pace) }),
    ],
    [t('Sessions'), number.format(totals.sessions)],
    [t('Average session'), formatDuration(totals.average, t)],
    [t('Longest session'), formatDuration(totals.longest, t)],
    [t('Books completed'), number.format(completed)],
  ];
  return (
    <List>
      {facts.map(([name, value]) => (
        <div key={name}>
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
  gap: ${space(6)} ${space(6)};
  /* Eleven figures: two rows of six leave none alone. */
  @media ${media.wide} { grid-template-columns: repeat(6, minmax(0, 1fr)); }
  margin-block: ${space(6)} ${space(10)};
  &:first-child { margin-block-start: 0; }
  & > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
  & dt { color: ${color.textMuted}; font-size: ${type.small}; }
  & dd {
    font-family: ${font.reading};
    font-size: ${type.large};
    line-height: 1.3;
    font-variant-numeric: lining-nums tabular-nums;
  }
`;
