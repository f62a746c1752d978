import { createHash } from 'node:crypto';
import { draftColors, type Mark, type MarkedBook, type MarkSet } from './mark.ts';

/** What other programs keep of a mark. */
export interface ForeignMark {
  kind: Mark['kind'];
  /** The marked words. */
  text?: string;
  /** The thought on a highlight, the text of a note, or the label of a bookmark. */
  note?: string;
  /** ISO 8601, UTC; null when unknown. */
  created?: string | null;
  modified?: string | null;
  /** One-based page. */
  page?: number | null;
  /** Place on a scale of the other program, such as a location: later in the book is more. */
  order?: number | null;
  /** Resource of the book, as a URL relative to its root. */
  source?: string | null;
  /** Place in the resource, 0..1. */
  fraction?: number | null;
  /** XPointer of KOReader. */
  pointer?: string | undefined;
  color?: string;
  style?: Mark['style'];
  tags?: readonly string[];
}

const limits = { words: 20_000, note: 100_000, bookTitle: 1_000 };

/** Removes what databases cannot store, and cuts. */
const plain = (text: string, most: number): string =>
  text.slice(0, most).toWellFormed().replaceAll('\0', '').trim();

/**
 * The id of a mark is the same in each file of a program that has it, also when a highlight was given a note meanwhile.
 * Without a place and a time, only the note tells two highlights of the same words apart.
 */
export function markFrom(about: MarkedBook, foreign: ForeignMark): Mark {
  const { kind, page = null, order = null, pointer, created = null } = foreign;
  const exact = plain(foreign.text ?? '', limits.words);
  const body = plain(foreign.note ?? '', limits.note) || null;
  const isTold = kind === 'highlight' && (page ?? order ?? created) !== null;
  const own = [about.title, about.author, kind, exact, page, order, created, isTold ? null : body];
  return {
    id: `urn:sha256:${createHash('sha256').update(JSON.stringify(own)).digest('hex')}`,
    kind: kind === 'highlight' && exact === '' ? 'note' : kind,
    created,
    modified: foreign.modified ?? created,
    source: foreign.source ?? null,
    quote: exact === '' ? null : { exact, prefix: '', suffix: '' },
    cfi: null,
    range: null,
    fraction: foreign.fraction ?? null,
    page,
    order,
    ...(pointer === undefined ? {} : { pointer }),
    body,
    title: '',
    type: 'note',
    color: kind === 'highlight' ? nearestColor(foreign.color ?? '') : null,
    style: foreign.style ?? 'highlight',
    tags: [...new Set((foreign.tags ?? []).map((tag) => plain(tag, 60)).filter(Boolean))].slice(0, 50),
  };
}

export type Loose = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Colors of other programs, as the nearest of the draft. */
const nearest: Readonly<Record<string, string>> = {
  red: 'pink',
  olive: 'green',
  cyan: 'blue',
  violet: 'purple',
  gray: 'yellow',
  grey: 'yellow',
};

export function nearestColor(color: string): string {
  const name = color.trim().toLowerCase();
  const known = nearest[name] ?? name;
  return (draftColors as readonly string[]).includes(known) ? known : 'yellow';
}

/** Sets by book, in the order in which the books come first. */
export class SetsByBook {
  readonly #sets = new Map<string, MarkSet>();

  /** The set of a book; a new one when it is the first of it. */
  of(about: Partial<MarkedBook> & { title: string }): MarkSet {
    const { author = '', isbn = null, digests = [] } = about;
    const book = {
      title: plain(about.title, limits.bookTitle),
      author: plain(author, limits.bookTitle),
      isbn,
      sha256: null,
      digests,
    };
    const key = JSON.stringify([book.title, book.author, digests]);
    const set = this.#sets.get(key) ?? { about: book, marks: [] };
    this.#sets.set(key, set);
    return set;
  }

  get all(): MarkSet[] {
    return [...this.#sets.values()].filter(({ marks }) => marks.length > 0);
  }
}

/** @returns ISO 8601 in UTC; null for no date, and for one before 1970 or after 9999 */
export function moment(time: number): string | null {
  return time >= 0 && time < 253_402_300_800_000 ? new Date(time).toISOString() : null;
}

/** A date as programs write it, without a zone in UTC. */
export function momentOf(text: string): string | null {
  const isPlain = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?$/.test(text.trim());
  return moment(
    Date.parse(isPlain ? `${text.trim().replace(' ', 'T')}${text.includes(':') ? 'Z' : ''}` : text),
  );
}
