import type { PointsEntry } from '@lectern/shared-contracts/api/gamification.ts';
import { isPaidAction, ruleOf } from '@lectern/shared-contracts/domain/points.ts';

/** What an entry of the ledger was paid for, in the words of the rules. */
export function entryLabel({ action }: PointsEntry): string {
  if (isPaidAction(action)) return action === 'page_read' ? 'Pages read' : ruleOf(action).label;
  return action === 'goal_reached' ? 'A goal reached' : 'An achievement';
}
