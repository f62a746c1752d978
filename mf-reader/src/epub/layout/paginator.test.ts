/** @jest-environment node */
import { screenAt } from './paginator.ts';

describe('the screen that a screen reader has scrolled to', () => {
  it.each([
    ['stays where it is', 1000, 1, 1],
    ['stays within the rounding of pixels', 1003, 1, 1],
    ['goes on to the screen whose words have come into view', 1480, 1, 2],
    ['goes back to the screen whose words have come into view', 520, 1, 0],
    ['goes on by several screens', 4020, 1, 5],
  ])('[X-02] %s', (_, offset, current, expected) => {
    expect(screenAt(offset, current, 1000)).toBe(expected);
  });
});
