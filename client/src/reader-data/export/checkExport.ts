import type { HostApi } from '@lectern/shared-contracts/contract/host.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { DamagedZip, readZip, type ZipFile } from './readZip.ts';

/** The kinds of things in an export: their file, their name, and the fields by which an older state is recognized. */
const kinds = [
  {
    file: 'books',
    label: text('Books'),
    name: 'title',
    fields: ['title', 'author', 'description', 'rating', 'tags', 'genre', 'series', 'series_index', 'status'],
  },
  { file: 'notes', label: text('Notes'), name: 'title', fields: ['title', 'content', 'tags'] },
  { file: 'highlights', label: text('Highlights'), name: 'text', fields: ['text', 'note', 'color'] },
  { file: 'bookmarks', label: text('Bookmarks'), name: 'label', fields: ['label', 'page'] },
  { file: 'words', label: text('Looked-up words'), name: 'word', fields: ['word', 'meaning'] },
  {
    file: 'collections',
    label: text('Collections'),
    name: 'name',
    fields: ['name', 'description', 'rule', 'book_ids'],
  },
  {
    file: 'reading-sessions',
    label: text('Reading sessions'),
    name: 'book_title',
    fields: ['seconds', 'notes'],
  },
  // Exports of earlier versions lack them.
  {
    file: 'part-rows',
    label: text('Other entries'),
    name: 'part',
    fields: ['content'],
    optional: true,
  },
  {
    file: 'readings',
    label: text('Readings'),
    name: 'book_title',
    fields: ['book_id', 'started_at', 'finished_at', 'outcome', 'rating'],
    optional: true,
  },
  { file: 'forms', label: text('Filled-in fields'), name: 'field', fields: ['content'], optional: true },
  { file: 'goals', label: text('Goals'), name: 'title', fields: ['title', 'description', 'target'] },
  { file: 'conversations', label: text('Conversations'), name: 'title', fields: ['updated_at'] },
] as const;

type Row = Record<string, unknown> & { id: string };

export interface CheckedKind {
  /** A text key. */
  label: string;
  /** Rows in the export. */
  has: number;
  /** Rows of today that the export lacks, or has in an older state. */
  lacks: number;
  /** Names of the first of them. */
  names: string[];
}

export interface CheckedExport {
  /** ISO 8601. */
  exportedAt: string;
  kinds: CheckedKind[];
}

/** Why a file cannot be checked; the message is a text key. */
export class ExportProblem extends Error {}

const namesShown = 3;
const maxName = 80;

/**
 * Compares an export with an export of now, which is made for it, without the files of the books.
 * @throws ExportProblem; HostError when there is none of now
 */
export async function checkExport(
  file: Blob,
  api: HostApi,
  download: (url: string) => Promise<Response> = (url) => fetch(url),
): Promise<CheckedExport> {
  const old = await opened(file);
  const { url } = await api.call('POST /export', { body: { files: false } });
  const response = await download(url);
  if (!response.ok) throw new ExportProblem(text('What you have today can’t be read. Please try again.'));
  const today = await readZip(await response.blob());
  const [owner, reader] = [await json(old, 'profile'), await json(today, 'profile')] as { id: string }[];
  if (owner?.id !== reader?.id) throw new ExportProblem(text('This export is of another account.'));
  const { exported_at } = (await json(old, 'export')) as { exported_at: string };
  const titles = new Map((await rowsOf(today, 'books')).map(({ id, title }) => [id as unknown, title]));
  const checked: CheckedKind[] = [];
  for (const kind of kinds) {
    const had = new Map((await rowsOf(old, kind.file)).map((row) => [keyOf(row), row]));
    const state = (row: Row | undefined) =>
      row && JSON.stringify(kind.fields.map((field) => fieldOf(row, field)));
    const lacking = (await rowsOf(today, kind.file)).filter(
      (row) => state(row) !== state(had.get(keyOf(row))),
    );
    checked.push({
      label: kind.label,
      has: had.size,
      lacks: lacking.length,
      names: lacking
        .slice(0, namesShown)
        .map((row) => nameOf({ ...row, book_title: row.book_title ?? titles.get(row.book_id) }, kind.name)),
    });
  }
  return { exportedAt: exported_at, kinds: checked };
}

/** A filled-in field has no id. */
const keyOf = ({ id, book_id, field }: Row) => id ?? `${book_id} ${field}`;

/** Exports of earlier versions lack what is empty. */
const fieldOf = (row: Row, field: string) => (String(row[field] ?? '') === '' ? null : row[field]);

const nameOf = (row: Row, field: string) =>
  String(row[field] || row.content || row.page || '').slice(0, maxName);

async function opened(file: Blob): Promise<ZipFile> {
  try {
    const zip = await readZip(file);
    const { format, version } = (await json(zip, 'export')) as { format?: string; version?: number };
    if (format !== 'lectern-export' || version !== 1) throw new DamagedZip('It is no export');
    // All of it, before anything is asked for.
    for (const { file: name } of kinds) await rowsOf(zip, name);
    return zip;
  } catch {
    throw new ExportProblem(
      text('This file is not a whole export of Lectern: it is another file, or damaged.'),
    );
  }
}

const json = async (zip: ZipFile, name: string): Promise<unknown> =>
  JSON.parse(await zip.text(`${name}.json`));

async function rowsOf(zip: ZipFile, name: string): Promise<Row[]> {
  const isOptional = kinds.some((kind) => kind.file === name && 'optional' in kind);
  if (isOptional && !zip.names.includes(`${name}.json`)) return [];
  const rows = await json(zip, name);
  if (!Array.isArray(rows)) throw new DamagedZip(`${name} is no list`);
  return rows as Row[];
}
