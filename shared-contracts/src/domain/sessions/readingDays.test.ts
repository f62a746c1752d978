import fc from 'fast-check';
import { pagesOfDay, shareByDay, wallClock } from './readingDays.ts';

describe('what was read on which day', () => {
  it.each([
    ['within a day', '2026-03-09T20:00:00', '2026-03-09T21:00:00', 3_600, 30, [['2026-03-09', 3_600, 30]]],
    [
      'over midnight, half and half',
      '2026-03-09T23:30:00',
      '2026-03-10T00:30:00',
      3_600,
      30,
      [
        ['2026-03-09', 1_800, 15],
        ['2026-03-10', 1_800, 15],
      ],
    ],
    [
      'over midnight, with a pause',
      '2026-12-31T23:00:00',
      '2027-01-01T02:00:00',
      3_601,
      10,
      [
        ['2026-12-31', 1_200, 3],
        ['2027-01-01', 2_401, 7],
      ],
    ],
    ['until midnight', '2026-03-09T23:30:00', '2026-03-10T00:00:00', 1_800, 9, [['2026-03-09', 1_800, 9]]],
    ['over several days', '2026-03-09T23:30:00', '2026-03-11T08:00:00', 600, 5, [['2026-03-11', 600, 5]]],
    [
      'while clocks went back',
      '2026-10-25T02:50:00',
      '2026-10-25T02:10:00',
      1_200,
      5,
      [['2026-10-25', 1_200, 5]],
    ],
  ] as const)('[F-24] %s', (_, localStart, localEnd, seconds, pages, shares) => {
    const found = shareByDay({ localStart, localEnd, seconds, pages });
    expect(found.map((share) => [share.day, share.seconds, share.pages])).toEqual(shares);
  });

  it('loses nothing and adds nothing', () => {
    const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-02-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.nat(200_000), fc.nat(86_400), fc.nat(500), (start, lasts, seconds, pages) => {
        const wall = (at: number) => new Date(at).toISOString().slice(0, 19);
        const [localStart, localEnd] = [wall(start.getTime()), wall(start.getTime() + lasts * 1_000)];
        const shares = shareByDay({ localStart, localEnd, seconds, pages });
        const sum = (of: 'seconds' | 'pages') => shares.reduce((total, share) => total + share[of], 0);
        if (seconds + pages > 0) expect([sum('seconds'), sum('pages')]).toEqual([seconds, pages]);
        for (const share of shares) {
          expect(share.day >= localStart.slice(0, 10) && share.day <= localEnd.slice(0, 10)).toBe(true);
          expect(Math.min(share.seconds, share.pages)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('[F-10] pages that sessions and progress both know of are counted once', () => {
    expect(pagesOfDay(0, 133)).toBe(133);
    expect(pagesOfDay(20, 12)).toBe(20);
  });

  it('a clock on the wall shows the time of its zone', () => {
    expect(wallClock('2026-03-08T07:05:09.000Z', 'America/New_York')).toBe('2026-03-08T03:05:09');
    expect(wallClock('2026-03-09T20:00:00.000Z', 'Asia/Tokyo')).toBe('2026-03-10T05:00:00');
    expect(wallClock('2026-03-09T20:00:00.000Z', 'No/Such')).toMatch(/^2026-03-(09|10)T/);
  });
});
