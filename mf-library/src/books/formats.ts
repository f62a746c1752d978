import { dayStyle } from '@lectern/shared-contracts/domain/dateStyles.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A local date as 'YYYY-MM-DD'. */
export type Day = string;

/** Local midnight of that day. */
export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** Formats a publication date, which may be only a year: '2014', 'May 2014', 'May 25, 2014', '44 BC'. */
export function formatPublished(published: string | null | undefined, language: string): string | null {
  const [, before] = /^-(\d{4})(?:-|$)/.exec(published ?? '') ?? [];
  if (before !== undefined) {
    // The year 0 of ISO 8601 is 1 BC.
    const moment = new Date(`-00${before}-07-01T00:00:00Z`);
    return new Intl.DateTimeFormat(language, { year: 'numeric', era: 'short', timeZone: 'UTC' }).format(
      moment,
    );
  }
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?(?:T|$)/.exec(published ?? '') ?? [];
  const moment = new Date(`${year}-${month}-${day ?? '01'}T00:00:00Z`);
  if (Number.isNaN(moment.getTime())) return published ?? null;
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    ...(day ? { day: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(moment);
}

/** An ISO 8601 time as a local date: '4 Mar 2026'. Empty for invalid input. */
export function formatDay(moment: string, language: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const format = formats.get(language) ?? new Intl.DateTimeFormat(language, dayStyle);
  formats.set(language, format);
  return format.format(date);
}

/** The month of a day 'YYYY-MM-DD', or a month 'YYYY-MM': 'March 2026'. */
export function formatMonth(day: Day, language: string): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(dateOf(day));
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** '2.4 MB', in the reader's language. */
export function formatBytes(bytes: number, language: string): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}
