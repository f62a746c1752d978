import type { Goal } from '@lectern/shared-contracts/api/gamification.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';

/** The form of a new goal. */
export interface GoalDraft {
  title: string;
  unit: string;
  type: string;
  target: string;
  /** yyyy-mm-dd, or empty. */
  deadline: string;
}

type NewGoal = Pick<Goal, 'title' | 'unit' | 'type' | 'target' | 'deadline'>;

/** The goal, or errors by field. A deadline is the end of that local day. */
export function readGoalDraft(
  draft: GoalDraft,
  now: Date,
  t: Translate,
):
  | { goal: NewGoal; wrong?: undefined }
  | { goal?: undefined; wrong: Partial<Record<keyof GoalDraft, string>> } {
  const wrong: Partial<Record<keyof GoalDraft, string>> = {};
  const title = draft.title.trim();
  if (title === '') wrong.title = t('Please enter a name.');
  const target = Number(draft.target);
  if (!Number.isInteger(target) || target < 1 || target > 1_000_000)
    wrong.target = t('Please enter a whole number of 1 or more.');
  const deadline = draft.deadline === '' ? null : new Date(`${draft.deadline}T23:59:59`);
  if (deadline !== null && !(deadline.getTime() > now.getTime()))
    wrong.deadline = t('Please choose a day in the future.');
  if (Object.keys(wrong).length > 0) return { wrong };
  return {
    goal: {
      title,
      target,
      unit: draft.unit as Goal['unit'],
      type: draft.type as Goal['type'],
      deadline: deadline?.toISOString() ?? null,
    },
  };
}
