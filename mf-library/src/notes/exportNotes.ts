import type { Entry } from './entries.ts';

export type ExportFormat = 'markdown' | 'csv' | 'json';

export const exportTypes: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  markdown: { extension: 'md', type: 'text/markdown;charset=utf-8' },
  csv: { extension: 'csv', type: 'text/csv;charset=utf-8' },
  json: { extension: 'json', type: 'application/json' },
};

/** The entries as the text of a file. */
export function exportNotes(entries: readonly Entry[], format: ExportFormat): string {
  return { markdown: asMarkdown, csv: asCsv, json: asJson }[format](entries);
}

/** A chapter for each book, a quotation for each passage, the thought beneath. */
function asMarkdown(entries: readonly Entry[]): string {
  const books = Map.groupBy(entries, ({ bookTitle }) => bookTitle ?? '');
  const chapters = [...books].map(([title, list]) => {
    const author = list[0]?.author;
    const heading = title === '' ? '# Notes' : `# ${oneLine(title)}${author ? ` — ${oneLine(author)}` : ''}`;
    return [heading, ...list.map(entryAsMarkdown)].join('\n\n');
  });
  return `${chapters.join('\n\n')}\n`;
}

function entryAsMarkdown({ title, quote, thought, page, tags, createdAt }: Entry): string {
  const facts = [page === null ? '' : `p. ${page}`, createdAt.slice(0, 10), ...tags.map((tag) => `#${tag}`)];
  return [
    title && `## ${oneLine(title)}`,
    quote
      ?.split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
    thought,
    `*${facts.filter(Boolean).join(' · ')}*`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const columns = [
  'kind',
  'book',
  'author',
  'title',
  'quote',
  'note',
  'colour',
  'tags',
  'page',
  'created',
] as const;

function asCsv(entries: readonly Entry[]): string {
  const rows = entries.map((entry) => [
    entry.kind,
    entry.bookTitle,
    entry.author,
    entry.title,
    entry.quote,
    entry.thought,
    entry.color,
    entry.tags.join(', '),
    entry.page,
    entry.createdAt,
  ]);
  // The mark at the start tells a spreadsheet that this is UTF-8.
  return `\uFEFF${[[...columns], ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/**
 * One cell. A spreadsheet runs what begins with = + - @ or a control character as a formula, so such text gets an
 * apostrophe before it, which shows it as text.
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = typeof value !== 'number' && /^\s*[=+\-@\t\r\n|%＝＋－＠]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

function asJson(entries: readonly Entry[]): string {
  return `${JSON.stringify(
    entries.map(({ source, bookTitle, author, kind }) => ({
      kind,
      book_title: bookTitle,
      author,
      ...source,
    })),
    null,
    2,
  )}\n`;
}
