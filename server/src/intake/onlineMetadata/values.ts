import { htmlToText } from '../ingest/epub/package/metadata.ts';
import { cleanLine, cleanParagraphs } from '../ingest/plainText.ts';
import { UnreadableAnswer } from './source.ts';

/** Readers of JSON of unknown shape. What is missing or of another type is null or empty. */

/** Items of a list that are looked at. */
const maxItems = 50;

/** A property of its own; undefined for anything but an object. */
export const get = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
        ? (inside as Record<string, unknown>)[name]
        : undefined,
    value,
  );

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxItems) : []);

/** @throws UnreadableAnswer when it is no list: of an answer without it nothing can be said */
export function requiredList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new UnreadableAnswer();
  return list(value);
}

/** One line; null when there is none. */
export const line = (value: unknown, limit: number): string | null =>
  (typeof value === 'string' && cleanLine(value, limit)) || null;

/** The first line of a list. */
export const firstLine = (value: unknown, limit: number): string | null =>
  list(value)
    .map((item) => line(item, limit))
    .find((item) => item !== null) ?? null;

/** The lines of a list without repetitions. */
export const lines = (value: unknown, limit: number): string[] => [
  ...new Set(list(value).flatMap((item) => line(item, limit) ?? [])),
];

/** Names as the author of a book. */
export const names = (value: unknown): string | null =>
  line(lines(value, 200).slice(0, 10).join(', '), 1_000);

/** Plain text of a description, which may be HTML. */
export const paragraphs = (value: unknown): string | null =>
  (typeof value === 'string' && cleanParagraphs(htmlToText(value.slice(0, 100_000)), 10_000)) || null;

/** A date as `2001`, `2001-05` or `2001-05-04`; another one as its year. */
export function day(value: unknown): string | null {
  const text = line(value, 100) ?? '';
  return /^\d{4}(-\d\d){0,2}$/.test(text) ? text : (/\b\d{4}\b/.exec(text)?.[0] ?? null);
}
