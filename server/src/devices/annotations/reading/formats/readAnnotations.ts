import { createHash } from 'node:crypto';
import { parseIsbn } from '../../../../library/identity/isbn.ts';
import { AppError } from '../../../../run/common/errors.ts';
import { isObject, type Loose, nearestColor } from './foreignMark.ts';
import { type Mark, type MarkedBook, type MarkSet, markLimits, terms } from './mark.ts';

/** Whether JSON is a set of annotations: EPUB Annotations 1.0, or Readium's forerunner. */
export const isAnnotationSet = (json: unknown): json is Loose => isObject(json) && Array.isArray(json.items);

/**
 * Reads a set of annotations.
 * @throws AppError marks_too_many
 */
export function readAnnotations(json: Loose): MarkSet {
  const about = isObject(json.about) ? json.about : {};
  const isPdf = about['dc:format'] === 'application/pdf';
  const items = Array.isArray(json.items) ? json.items : [];
  if (items.length > markLimits.marks) throw new AppError('marks_too_many');
  return { about: bookOf(about), marks: items.filter(isObject).flatMap((item) => markOf(item, isPdf)) };
}

function bookOf(about: Loose): MarkedBook {
  const identifiers = listOf(about['dc:identifier']);
  const isbn = identifiers.map((one) => parseIsbn(one)?.isbn13).find((one) => one !== undefined);
  const digest = identifiers.find((one) => one.startsWith(terms.sha256))?.slice(terms.sha256.length);
  return {
    title: textOf(about['dc:title'], 1_000),
    author: listOf(about['dc:creator']).join(', ').slice(0, 1_000),
    isbn: isbn ?? null,
    sha256: digest ? Buffer.from(digest, 'base64url').toString('hex') : null,
  };
}

/** None for an annotation without a target. */
function markOf(item: Loose, isPdf: boolean): Mark[] {
  const { id, motivation, created, modified, target } = item;
  if (!isObject(target)) return [];
  const body = isObject(item.body) && item.body.type === 'TextualBody' ? item.body : null;
  const own = isObject(item.lectern) ? item.lectern : {};
  const places = placesOf(Array.isArray(target.selector) ? target.selector : [target.selector]);
  const meta = isObject(target.meta) ? textOf(target.meta.page, 20) : '';
  const written = body === null ? null : textOf(body.value, maxText + 1_000);
  const hasWords = places.quote !== null || (places.range !== null && places.range.end > places.range.start);
  const kind = kindOf({ own, motivation, hasWords, hasBody: Boolean(written) });
  const title = textOf(own.title, 500);
  const source = textOf(target.source, 2_000);
  const isOfBook = own.kind === 'note' && target.selector === undefined;
  const mark = {
    kind,
    created: momentOf(created),
    modified: momentOf(modified),
    source: isOfBook || isPdf || source === '' ? null : source,
    ...places,
    page: places.page ?? (/^\d{1,7}$/.test(meta) ? Number(meta) : null),
    body: kind !== 'bookmark' && written === '' ? null : withoutTitle(written, title),
    title,
    type: textOf(own.type, 40) || 'note',
    color: colorOf(textOf(body?.color, 20), kind),
    style: body?.highlight === 'underline' ? ('underline' as const) : ('highlight' as const),
    tags: tagsOf(body),
  };
  // One without an id is known by all that it says.
  return [{ id: textOf(id, 500) || `urn:sha256:${digestOf(mark)}`, ...mark }];
}

/** Readium's forerunner has one tag, of either name. */
function tagsOf(body: Loose | null): string[] {
  const tags = [body?.tags, body?.tag, body?.keyword].flatMap(listOf);
  return [...new Set(tags)].slice(0, 50).map((tag) => tag.slice(0, 60));
}

const digestOf = (mark: object) => createHash('sha256').update(JSON.stringify(mark)).digest('hex');

/** Characters of the longest note. */
const maxText = 100_000;

/** A title is the first paragraph of a text. */
const withoutTitle = (text: string | null, title: string): string | null =>
  (title !== '' && text?.startsWith(`${title}\n\n`) ? text.slice(title.length + 2) : text)?.slice(
    0,
    maxText,
  ) ?? null;

function kindOf(facts: {
  own: Loose;
  motivation: unknown;
  hasWords: boolean;
  hasBody: boolean;
}): Mark['kind'] {
  if (facts.own.kind === 'note') return 'note';
  if (facts.motivation === 'bookmarking') return 'bookmark';
  if (facts.hasWords) return 'highlight';
  return facts.hasBody ? 'note' : 'bookmark';
}

type Places = Pick<Mark, 'quote' | 'cfi' | 'range' | 'fraction' | 'page'>;

/** What the selectors say together. */
function placesOf(selectors: readonly unknown[]): Places {
  const places: Places = { quote: null, cfi: null, range: null, fraction: null, page: null };
  for (const selector of selectors.filter(isObject)) {
    const { type, value, exact, prefix, suffix } = selector;
    const text = textOf(value, 2_000);
    const words = textOf(exact, 20_000);
    if (type === 'TextQuoteSelector' && words.trim() !== '')
      places.quote = { exact: words, prefix: lastOf(prefix), suffix: textOf(suffix, 200) };
    const [, page] = /^page=(\d{1,7})$/.exec(text) ?? [];
    if (text.startsWith('epubcfi(')) places.cfi = text;
    else if (type === 'FragmentSelector' && page !== undefined) places.page = Number(page);
    else if (type === 'FragmentSelector') places.range ??= { css: `#${text}`, start: 0, end: 0 };
    else if (type === 'CssSelector' || type === 'CSSSelector')
      places.range ??= { css: text, ...positionsOf(selector.refinedBy) };
    // Found in any chapter, unlike a CSS selector with classes.
    else if (type === 'TextPositionSelector') places.range = { css: 'body', ...positionsOf(selector) };
    if (type === 'ProgressionSelector' && typeof value === 'number' && value >= 0 && value <= 1)
      places.fraction = value;
  }
  return places;
}

/** Those of a TextPositionSelector, or of the first of several. */
function positionsOf(selector: unknown): { start: number; end: number } {
  const [one] = Array.isArray(selector) ? selector : [selector];
  const { start, end } = isObject(one) ? one : {};
  const from = isPosition(start) ? start : 0;
  return { start: from, end: isPosition(end) ? Math.max(from, end) : from };
}

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const colorOf = (color: string, kind: Mark['kind']): string | null =>
  kind === 'highlight' ? nearestColor(color) : color || null;

function momentOf(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  // Times before 1970 are wrong, and those before the year 0 do not sort as text.
  return time >= 0 ? new Date(time).toISOString() : null;
}

/** A text that both databases can store; also of a text with its language. */
function textOf(value: unknown, most: number): string {
  const text = isObject(value) ? (value.text ?? value['@value']) : value;
  return typeof text === 'string' ? text.slice(0, most).toWellFormed().replaceAll('\0', '') : '';
}

const lastOf = (value: unknown): string => textOf(value, 20_000).slice(-200);

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, 100) : [value]).map((one) => textOf(one, 1_000)).filter(Boolean);
