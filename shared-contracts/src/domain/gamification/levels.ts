/** Ten levels and four tiers, both derived from the points. */

import { text } from '../text.ts';

/** Points needed for level 1, 2, … 10. */
export const levelThresholds = [0, 100, 300, 600, 1_000, 1_500, 2_500, 4_000, 6_000, 10_000] as const;

export interface Tier {
  name: 'Bookworm' | 'Page Turner' | 'Scholar' | 'Literary Legend';
  /** Point range of a tier; the last one has no end. */
  from: number;
  to: number | null;
}

export const tiers: readonly Tier[] = [
  { name: text('Bookworm'), from: 0, to: 99 },
  { name: text('Page Turner'), from: 100, to: 499 },
  { name: text('Scholar'), from: 500, to: 999 },
  { name: text('Literary Legend'), from: 1_000, to: null },
];

/** Level, tier and progress. Negative or invalid points count as 0. */
export function levelOf(points: number) {
  const earned = Number.isFinite(points) ? Math.max(0, points) : 0;
  const level = levelThresholds.filter((threshold) => threshold <= earned).length;
  const from = levelThresholds[level - 1] ?? 0;
  const next = levelThresholds[level] ?? null;
  return {
    /** 1 to 10. */
    level,
    tier: tierOf(earned),
    /** Points at which this level begins. */
    from,
    /** Points at which the next level begins; null at the last one. */
    next,
    /** Points missing to the next level; 0 at the last one. */
    missing: next === null ? 0 : next - earned,
    /** Progress within this level, 0..1; 1 at the last one. */
    progress: next === null ? 1 : (earned - from) / (next - from),
  };
}

export function tierOf(points: number): Tier {
  const [first, ...rest] = tiers as [Tier, ...Tier[]];
  return rest.reduce((best, tier) => (points >= tier.from ? tier : best), first);
}
