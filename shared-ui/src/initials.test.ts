/** @jest-environment node */
import { initials } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Jane Austen', 'JA'],
    ['Ursula K. Le Guin', 'UG'],
    ['homer', 'H'],
    ['  ', ''],
    ['émile zola', 'ÉZ'],
    ['نجيب محفوظ', 'نم'],
  ])('[LY-02] takes at most two letters of %p', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });
});
