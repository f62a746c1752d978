/** @jest-environment node */
import { badgeText } from './badgeText.ts';

describe('the text of a badge', () => {
  it.each([
    [undefined, ''],
    [0, ''],
    [-3, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [12_000, '99+'],
  ])('[LB-02] shows %p as %p', (count, text) => {
    expect(badgeText(count)).toBe(text);
  });
});
