import type { Goal, PointsEntry } from '@lectern/shared-contracts/api/gamification.ts';
import { achievementRules } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { isPaidAction, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useGamificationRead } from '../data/useGamification.ts';

const shownAtFirst = 8;

/** Point entries by day, newest first. */
export function History() {
  const t = useTranslate();
  const { i18n } = useHost();
  const language = useReadable(i18n.language);
  const [all, setAll] = useState(false);
  const history = useGamificationRead('GET /api/gamification/history');
  const goals = useGamificationRead('GET /api/gamification/goals');
  const books = useData('GET /books', { query: { limit: 200 } });
  if (history === null) return <Skeleton shape="paragraph" lines={5} />;
  if (history.items.length === 0)
    return <Empty>{t('Nothing yet. Upload a book, or open one, and it begins.')}</Empty>;
  const titles = new Map(
    books.status === 'ready' ? books.value.items.map(({ id, title }) => [id, title]) : [],
  );
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' });
  const shown = all ? history.items : history.items.slice(0, shownAtFirst);
  return (
    <>
      {historyDays(shown).map(({ day: key, entries }) => (
        <section key={entries[0]?.id ?? key}>
          <Day>{day.format(new Date(`${key}T12:00:00`))}</Day>
          <Entries>
            {entries.map((entry) => (
              <li key={entry.id}>
                <span>
                  {t(entryLabel(entry))}
                  <Subject entry={entry} titles={titles} goals={goals?.items ?? []} />
                </span>
                <b dir="ltr">+{entry.points}</b>
              </li>
            ))}
          </Entries>
        </section>
      ))}
      {history.items.length > shownAtFirst ? (
        <Button variant="quiet" size="small" flush="start" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t('Show fewer') : t('Show more')}
        </Button>
      ) : null}
    </>
  );
}

function Subject({
  entry,
  ...names
}: {
  entry: PointsEntry;
  titles: ReadonlyMap<string, string>;
  goals: readonly Goal[];
}) {
  const t = useTranslate();
  const subject = entrySubject(entry, names);
  // A book's title is not translated; the other subjects are.
  return subject === null ? null : <cite>{entry.book_id === null ? t(subject) : subject}</cite>;
}

const Empty = styled.p`
  color: ${color.textMuted};
`;

const Day = styled.h3`
  margin-block: ${space(3)} ${space(1)};
  font-family: inherit;
  font-size: ${type.small};
  font-weight: 600;
`;

const Entries = styled.ul.attrs({ role: 'list' })`
  font-size: ${type.small};
  & > li { display: flex; justify-content: space-between; gap: ${space(3)}; padding-block: ${space(1.5)}; border-block-end: 1px solid ${color.line}; }
  & cite { display: block; color: ${color.textMuted}; overflow: hidden; text-overflow: ellipsis; }
  & b { font-weight: 600; font-variant-numeric: tabular-nums; }
`;

/** The reason of a point entry, as the rules name it. */
function entryLabel({ action }: Pick<PointsEntry, 'action'>): string {
  if (isPaidAction(action)) return action === 'page_read' ? text('Pages read') : ruleOf(action).label;
  return action === 'goal_reached' ? text('A goal reached') : text('An achievement');
}

/** The achievement, goal or book of an entry; null when there is none. */
function entrySubject(
  { action, event, book_id }: Pick<PointsEntry, 'action' | 'event' | 'book_id'>,
  names: { goals: readonly Goal[]; titles: ReadonlyMap<string, string> },
): string | null {
  if (action === 'achievement') return achievementRules.find(({ id }) => id === event)?.title ?? null;
  // '<id of the goal>:<first day of its period>'
  if (action === 'goal_reached') return names.goals.find(({ id }) => event?.startsWith(id))?.title ?? null;
  return book_id === null ? null : (names.titles.get(book_id) ?? null);
}

/** Groups entries by their local day, keeping their order. */
function historyDays(entries: readonly PointsEntry[]): { day: string; entries: PointsEntry[] }[] {
  const days: { day: string; entries: PointsEntry[] }[] = [];
  for (const entry of entries) {
    const day = entry.day ?? dayOf(new Date(entry.created_at));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
