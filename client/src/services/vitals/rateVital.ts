import type { Vital } from '@lectern/shared-contracts/api/system.ts';

/** Upper limits of 'good' and 'needs improvement': section 9 of the specification. INP as defined by web-vitals. */
const thresholds: Readonly<Record<Vital['name'], readonly [good: number, poor: number]>> = {
  CLS: [0.1, 0.25],
  FID: [100, 300],
  FCP: [1_800, 3_000],
  LCP: [2_500, 4_000],
  TTFB: [800, 1_800],
  INP: [200, 500],
};

/** @param value milliseconds; for CLS the score */
export function rateVital(name: Vital['name'], value: number): Vital['rating'] {
  const [good, poor] = thresholds[name];
  if (value <= good) return 'good';
  return value <= poor ? 'needs-improvement' : 'poor';
}
