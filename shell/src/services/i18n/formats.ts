import { dayStyle, momentStyle } from '@lectern/shared-contracts/domain/dateStyles.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';

/** Numbers, sizes and times in the reader's language. Times are in ISO 8601 or milliseconds since 1970. */
export function useFormats() {
  const language = useReadable(useHost().i18n.language);
  return useMemo(() => formatsOf(language), [language]);
}

function formatsOf(language: string) {
  // The first format of a page takes ten milliseconds, so each is made when it is used.
  const number = (options?: Intl.NumberFormatOptions) => {
    let format: Intl.NumberFormat | undefined;
    return (value: number): string => {
      format ??= new Intl.NumberFormat(language, options);
      return format.format(value);
    };
  };
  const date = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined;
    return (time: string | number): string => {
      format ??= new Intl.DateTimeFormat(language, options);
      return format.format(new Date(time));
    };
  };
  return {
    number: number(),
    percent: number({ style: 'percent', maximumFractionDigits: 1 }),
    milliseconds: number({ style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 }),
    score: number({ maximumFractionDigits: 3 }),
    bytes: (size: number) => bytes(size, language),
    day: date(dayStyle),
    /** 'Sunday, November 29' */
    weekday: date({ weekday: 'long', month: 'long', day: 'numeric' }),
    /** A day of the server's calendar. */
    utcDay: date({ ...dayStyle, timeZone: 'UTC' }),
    time: date({ timeStyle: 'short' }),
    moment: date(momentStyle),
    ago: (time: string | number) => ago(new Date(time).getTime(), Date.now(), language),
  };
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Relative time: '5 minutes ago', 'now'. Both times in milliseconds since 1970. */
function ago(moment: number, now: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const passed = Math.max(0, now - moment);
  for (const [unit, length] of steps) {
    if (passed >= length) return words.format(-Math.floor(passed / length), unit);
  }
  return words.format(0, 'second');
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size: '3.4 MB'. */
export function bytes(size: number, language: string): string {
  const step = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(size / 1_000 ** step);
}
