const formats = new Map<string, Intl.DateTimeFormat>();

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
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric' });
  formats.set(language, format);
  return format.format(date);
}

/** The month of a day 'YYYY-MM-DD', or a month 'YYYY-MM': 'March 2026'. */
export function formatMonth(day: string, language: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(
    new Date(year, month - 1, 1),
  );
}
