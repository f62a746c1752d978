import fc from 'fast-check';
import { levelOf, levelThresholds, tierOf, tiers } from './levels.ts';

describe('levels', () => {
  it.each([
    [0, 1, 100],
    [99, 1, 100],
    [100, 2, 300],
    [299, 2, 300],
    [300, 3, 600],
    [600, 4, 1_000],
    [1_000, 5, 1_500],
    [1_500, 6, 2_500],
    [2_500, 7, 4_000],
    [4_000, 8, 6_000],
    [6_000, 9, 10_000],
    [9_999, 9, 10_000],
    [10_000, 10, null],
    [1_000_000, 10, null],
  ])('[GM-02] %i points are level %i, the next begins at %s', (points, level, next) => {
    expect(levelOf(points)).toMatchObject({ level, next });
  });

  it.each([
    [0, 'Bookworm'],
    [99, 'Bookworm'],
    [100, 'Page Turner'],
    [499, 'Page Turner'],
    [500, 'Scholar'],
    [999, 'Scholar'],
    [1_000, 'Literary Legend'],
    [123_456, 'Literary Legend'],
  ])('[GM-02] %i points are the tier %s', (points, name) => {
    expect(tierOf(points).name).toBe(name);
    expect(levelOf(points).tier.name).toBe(name);
  });

  it('says how far it is to the next level', () => {
    expect(levelOf(200)).toMatchObject({ from: 100, next: 300, missing: 100, progress: 0.5 });
    expect(levelOf(10_000)).toMatchObject({ missing: 0, progress: 1 });
  });

  it('takes what is no number of points as none', () => {
    for (const odd of [-1, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]) {
      expect(levelOf(odd)).toMatchObject({ level: 1, missing: 100 });
    }
  });

  it('never falls while points rise, and stays within its bounds', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(20_000), (a, b) => {
        const [less, more] = [levelOf(Math.min(a, b)), levelOf(Math.max(a, b))];
        expect(more.level).toBeGreaterThanOrEqual(less.level);
        expect(less.level).toBeGreaterThanOrEqual(1);
        expect(more.level).toBeLessThanOrEqual(levelThresholds.length);
        expect(less.progress).toBeGreaterThanOrEqual(0);
        expect(less.progress).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('has tiers without a gap between them', () => {
    tiers.slice(1).forEach((tier, index) => {
      expect(tier.from).toBe((tiers[index]?.to ?? Number.NaN) + 1);
    });
  });
});
