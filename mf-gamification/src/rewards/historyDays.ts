import type { PointsEntry } from '@lectern/shared-contracts/api/gamification.ts';
import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';

/** Groups entries by their local day, keeping their order. */
export function historyDays(entries: readonly PointsEntry[]): { day: string; entries: PointsEntry[] }[] {
  const days: { day: string; entries: PointsEntry[] }[] = [];
  for (const entry of entries) {
    const day = entry.day ?? dayOf(new Date(entry.created_at));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
