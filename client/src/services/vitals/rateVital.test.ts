/** @jest-environment node */
import { rateVital } from './rateVital.ts';

describe('the rating of web vitals', () => {
  it.each([
    ['CLS', 0.1, 0.25, 0.001],
    ['FID', 100, 300, 1],
    ['FCP', 1_800, 3_000, 1],
    ['LCP', 2_500, 4_000, 1],
    ['TTFB', 800, 1_800, 1],
    ['INP', 200, 500, 1],
  ] as const)('[WV-01] %s is good up to %d and poor above %d', (name, good, poor, little) => {
    expect(rateVital(name, 0)).toBe('good');
    expect(rateVital(name, good)).toBe('good');
    expect(rateVital(name, good + little)).toBe('needs-improvement');
    expect(rateVital(name, poor)).toBe('needs-improvement');
    expect(rateVital(name, poor + little)).toBe('poor');
  });
});
