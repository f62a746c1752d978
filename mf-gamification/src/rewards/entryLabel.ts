import type { Goal, PointsEntry } from '@lectern/shared-contracts/api/gamification.ts';
import { achievementRules } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { isPaidAction, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

/** The reason of a point entry, as the rules name it. */
export function entryLabel({ action }: Pick<PointsEntry, 'action'>): string {
  if (isPaidAction(action)) return action === 'page_read' ? text('Pages read') : ruleOf(action).label;
  return action === 'goal_reached' ? text('A goal reached') : text('An achievement');
}

/** The achievement, goal or book of an entry; null when there is none. */
export function entrySubject(
  { action, event, book_id }: Pick<PointsEntry, 'action' | 'event' | 'book_id'>,
  names: { goals: readonly Goal[]; titles: ReadonlyMap<string, string> },
): string | null {
  if (action === 'achievement') return achievementRules.find(({ id }) => id === event)?.title ?? null;
  // '<id of the goal>:<first day of its period>'
  if (action === 'goal_reached') return names.goals.find(({ id }) => event?.startsWith(id))?.title ?? null;
  return book_id === null ? null : (names.titles.get(book_id) ?? null);
}
