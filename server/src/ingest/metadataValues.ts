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

/** A date without its time; text that is no date is kept as it is. */
export function publicationDate(value: string): string | null {
  const text = cleanLine(value, 40);
  return (/^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? text) || null;
}

export function finite(value: string | null): number | null {
  const number = value === null || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}
