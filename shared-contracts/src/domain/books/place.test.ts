import { isJump, placeWins } from './place.ts';

const at = (hour: number) => `2026-05-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const stored = { percentage: 40, updated_at: at(12) };
const said = (percentage: number, hour: number, more = {}) => ({ percentage, updated_at: at(hour), ...more });

describe('of two places', () => {
  it.each([
    ['there is none yet', null, said(2, 3), true],
    ['the same device made both, and its clock was turned back', { ...stored, mine: true }, said(2, 3), true],
    ['the stored one had been shown', stored, said(2, 3, { follows: at(12) }), true],
    ['an earlier one had been shown, and this is later', stored, said(2, 13, { follows: at(1) }), true],
    ['an earlier one had been shown, and this is earlier', stored, said(90, 11, { follows: at(1) }), false],
    ['nothing is known, and this is earlier', stored, said(90, 11), false],
    [
      'the furthest is wanted, and this is further though earlier',
      stored,
      said(90, 11, { keep: 'furthest' }),
      true,
    ],
    [
      'the furthest is wanted, and this is later though not so far',
      stored,
      said(2, 13, { keep: 'furthest' }),
      false,
    ],
    [
      'the furthest is wanted, but the reader went back knowing of it',
      stored,
      said(2, 13, { keep: 'furthest', follows: at(12) }),
      true,
    ],
  ] as const)('%s', (_, before, place, wins) => expect(placeWins(before, place)).toBe(wins));

  it('a jump is five percent or more, either way', () => {
    expect([isJump(10, 14.9), isJump(10, 15), isJump(50, 2)]).toEqual([false, true, true]);
  });
});
