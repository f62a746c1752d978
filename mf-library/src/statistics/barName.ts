import { dateOf } from './days.ts';
import type { Bar, Period } from './readingTime.ts';

/** Localized names of a bar: short for its label, long for the table. */
export function barName(
  period: Period,
  language: string,
): { short(bar: Bar): string; long(bar: Bar): string } {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(language, options);
    return (bar: Bar) => formatter.format(dateOf(bar.from));
  };
  if (period === 'days') {
    return {
      short: format({ weekday: 'short' }),
      long: format({ weekday: 'long', day: 'numeric', month: 'long' }),
    };
  }
  if (period === 'years') return { short: format({ year: 'numeric' }), long: format({ year: 'numeric' }) };
  if (period === 'months') {
    return { short: format({ month: 'narrow' }), long: format({ month: 'long', year: 'numeric' }) };
  }
  const range = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  return {
    short: format({ day: 'numeric', month: 'numeric' }),
    long: ({ from, to }) => range.formatRange(dateOf(from), dateOf(to)),
  };
}
