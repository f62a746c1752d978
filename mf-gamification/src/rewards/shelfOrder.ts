import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';

/** Earned ones first, newest first; then by progress. A stable sort. */
export function shelfOrder(achievements: readonly Achievement[]): Achievement[] {
  const nearness = ({ progress, target }: Achievement): number => (target > 0 ? progress / target : 0);
  return [...achievements].sort((a, b) => {
    if (a.unlockedAt !== null && b.unlockedAt !== null)
      return Date.parse(b.unlockedAt) - Date.parse(a.unlockedAt);
    if (a.unlockedAt !== null || b.unlockedAt !== null) return a.unlockedAt === null ? 1 : -1;
    return nearness(b) - nearness(a);
  });
}
