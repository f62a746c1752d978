import { isTooComplex } from '../../http/bodies/json.ts';

/** A highlight in a KOReader export. */
export interface ExportedEntry {
  text: string;
  note: string | null;
  color: string;
  drawer: string;
  /** Seconds since 1970; 0 when unknown. */
  time: number;
  /** XPointer of its start, or the page of a PDF. */
  place: string | null;
}

export interface ExportedDocument {
  title: string | null;
  author: string | null;
  /** Path of the file on the device. */
  file: string | null;
  entries: ExportedEntry[];
}

/** Limits on the size of an export, and on its content. */
const limits = {
  bytes: 8_000_000,
  values: 500_000,
  documents: 1_000,
  entries: 20_000,
  characters: 20_000,
  note: 20_000,
};

type Loose = Readonly<Record<string, unknown>>;

/** Parses a JSON file of KOReader's exporter, with one or more books; empty for other files. */
export function parseExport(file: Buffer): ExportedDocument[] {
  if (file.length > limits.bytes) return [];
  const text = file.toString('utf8');
  if (isTooComplex(text, limits.values)) return [];
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isObject(whole)) return [];
  const documents = Array.isArray(whole.documents) ? whole.documents : [whole];
  let left = limits.entries;
  return documents
    .slice(0, limits.documents)
    .filter(isObject)
    .map((document) => {
      const entries = Array.isArray(document.entries)
        ? document.entries.filter(isObject).flatMap(entryOf)
        : [];
      const included = entries.slice(0, left);
      left -= included.length;
      return {
        title: textOf(document.title),
        author: textOf(document.author),
        file: textOf(document.file),
        entries: included,
      };
    })
    .filter(({ entries }) => entries.length > 0);
}

function entryOf({ sort, text, note, color, drawer, time, pn_xp, page }: Loose): ExportedEntry[] {
  const words = textOf(text)?.trim();
  if (sort !== 'highlight' || !words || words.length > limits.characters) return [];
  const place = textOf(pn_xp) ?? (typeof pn_xp === 'number' ? String(pn_xp) : null);
  const ofPage = typeof page === 'number' ? String(page) : null;
  return [
    {
      text: words,
      note: textOf(note)?.trim().slice(0, limits.note) || null,
      color: textOf(color) ?? '',
      drawer: textOf(drawer) ?? '',
      time: typeof time === 'number' && time > 0 && time < 1e11 ? Math.floor(time) : 0,
      place: (place ?? ofPage)?.slice(0, 4_000) ?? null,
    },
  ];
}

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that both databases can store. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.toWellFormed().replaceAll('\0', '') : null;
