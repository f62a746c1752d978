/** @jest-environment node */
import { dayStyle, momentStyle } from './dateStyles.ts';

const date = new Date(2026, 11, 1, 13, 22);

describe('dates in the interface', () => {
  it.each([
    ['en', 'Dec 1, 2026', 'Dec 1, 2026, 1:22 PM'],
    ['de', '1. Dez. 2026', '1. Dez. 2026, 13:22'],
    ['ja', '2026年12月1日', '2026年12月1日 13:22'],
  ])('name the month in %s', (language, day, moment) => {
    const plain = (style: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, style).format(date).replaceAll('\u202f', ' ');
    expect(plain(dayStyle)).toBe(day);
    expect(plain(momentStyle)).toBe(moment);
  });
});
