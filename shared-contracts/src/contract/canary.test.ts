import fc from 'fast-check';
import { inCanary } from './canary.ts';

const readers = Array.from({ length: 10_000 }, (_, n) => `reader-${n}`);

describe('[MF-01] the first readers of a new version', () => {
  it('are the share that was asked for', () => {
    for (const share of [0.01, 0.1, 0.5, 0.9]) {
      const chosen = readers.filter((who) => inCanary('mf-reader', who, share)).length;
      expect(Math.abs(chosen / readers.length - share)).toBeLessThan(0.02);
    }
  });

  it('stay the same, and stay among them when the share grows', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (who, a, b) => {
          const [less, more] = [Math.min(a, b), Math.max(a, b)];
          expect(inCanary('mf-reader', who, less)).toBe(inCanary('mf-reader', who, less));
          if (inCanary('mf-reader', who, less)) expect(inCanary('mf-reader', who, more)).toBe(true);
        },
      ),
    );
  });

  it('are others for another remote', () => {
    const both = readers.filter((who) => inCanary('mf-reader', who, 0.1) && inCanary('mf-library', who, 0.1));
    expect(both.length).toBeLessThan(200);
  });

  it('are nobody at 0, everybody at 1, and never a visitor', () => {
    expect(readers.some((who) => inCanary('mf-reader', who, 0))).toBe(false);
    expect(readers.every((who) => inCanary('mf-reader', who, 1))).toBe(true);
    expect(inCanary('mf-reader', null, 1)).toBe(false);
  });
});
