const formats = new Map<string, Intl.DateTimeFormat>();

/** An ISO 8601 time as a local date: '4 Mar 2026'. Empty for invalid input. */
export function formatDay(moment: string, language: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric' });
  formats.set(language, format);
  return format.format(date);
}
