import { cleanLine } from './plainText.ts';

/** Genres, as opposed to topics, where libraries combine both: "Whaling -- Fiction". */
const genres =
  /^(fiction|poetry|drama|biography|autobiography|correspondence|diaries|essays|humor|juvenile fiction|history|travel|philosophy)$/i;

/** The genre among the subjects of a book; null without subjects. */
export function genreOf(subjects: readonly string[]): string | null {
  const headings = subjects
    .map((subject) => cleanLine(subject, 200))
    .filter((subject) => subject !== '')
    .map((subject) => subject.split(/\s+--\s+/));
  const whole = headings.find((parts) => parts.length === 1)?.[0];
  const kind = headings.flat().find((part) => genres.test(part));
  return cleanLine(whole ?? kind ?? headings[0]?.[0] ?? '', 120) || null;
}

/** Days that programs write for no date: calibre and .NET. */
const noDate = /^(?:0101-01-01|0001-01-01|0000(?:-|$))/;

/** A date without its time, its unknown month and day ("1998-00-00"); text that is no date is kept as it is. */
export function publicationDate(value: string): string | null {
  const text = cleanLine(value, 40);
  if (noDate.test(text)) return null;
  const known = text.replace(/^(-?\d{4}(?:-(?!00)\d{2})?)-00(?:-\d{2})?(?:T.*)?$/, '$1');
  return (/^-?\d{4}-\d{2}-\d{2}/.exec(known)?.[0] ?? known) || null;
}

/** A number; of a position in levels ("2.2.1") the first two. */
export function finite(value: string | null): number | null {
  const [levels = ''] = /^\d+\.\d+(?=\.\d)/.exec(value?.trim() ?? '') ?? [];
  const text = levels || (value ?? '').trim();
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
