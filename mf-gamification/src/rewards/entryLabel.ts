import type { Goal, PointsEntry } from '@lectern/shared-contracts/api/gamification.ts';
import { achievementRules } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { isPaidAction, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

/** What an entry of the ledger was paid for, in the words of the rules. */
export function entryLabel({ action }: Pick<PointsEntry, 'action'>): string {
  if (isPaidAction(action)) return action === 'page_read' ? text('Pages read') : ruleOf(action).label;
  return action === 'goal_reached' ? text('A goal reached') : text('An achievement');
}

/** Which one exactly: the achievement, the goal, the book; null when there is nothing more to say. */
export function entrySubject(
  { action, event, book_id }: Pick<PointsEntry, 'action' | 'event' | 'book_id'>,
  known: { goals: readonly Goal[]; titles: ReadonlyMap<string, string> },
): string | null {
  if (action === 'achievement') return achievementRules.find(({ id }) => id === event)?.title ?? null;
  // '<id of the goal>:<first day of its period>'
  if (action === 'goal_reached') return known.goals.find(({ id }) => event?.startsWith(id))?.title ?? null;
  return book_id === null ? null : (known.titles.get(book_id) ?? null);
}
