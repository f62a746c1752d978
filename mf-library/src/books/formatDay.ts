const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment (ISO 8601) as the day it was, in the reader's language: '4 Mar 2026'. Empty for what is no moment. */
export function formatDay(moment: string, language: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric' });
  formats.set(language, format);
  return format.format(date);
}
