import type { ExportedEntry } from '@lectern/shared-contracts/contract/points.ts';
import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { oneLine, quotation } from '@lectern/shared-contracts/domain/notes/markdownText.ts';

/** One section per book, a quotation per passage with its note below. */
export function asMarkdown(entries: readonly ExportedEntry[]): string {
  const books = Map.groupBy(entries, ({ bookId, bookTitle }) => (bookTitle ? bookId : null));
  const chapters = [...books.values()].map((list) => {
    const { bookTitle: title, author } = list[0] as ExportedEntry;
    const heading = !title ? '# Notes' : `# ${oneLine(title)}${author ? ` — ${oneLine(author)}` : ''}`;
    return [heading, ...list.map(entryAsMarkdown)].join('\n\n');
  });
  return `${chapters.join('\n\n')}\n`;
}

function entryAsMarkdown({ title, quote, thought, page, tags, createdAt }: ExportedEntry): string {
  const facts = [
    page === null ? '' : `p. ${page}`,
    dayOf(new Date(createdAt)),
    ...tags.map((tag) => `#${oneLine(tag)}`),
  ];
  return [
    title && `## ${oneLine(title)}`,
    quote && quotation(quote),
    thought,
    `*${facts.filter(Boolean).join(' · ')}*`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Columns of a Readwise import. */
const columns = ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date'] as const;

/**
 * The entries as a Readwise CSV. A note without a quotation uses its own text as the highlight, which
 * Readwise requires; tags come first in the note as '.tag'.
 */
export function asReadwiseCsv(entries: readonly ExportedEntry[]): string {
  const rows = entries.map(({ quote, thought, title, bookTitle, author, tags, page, createdAt }) => {
    const words = [tags.map((tag) => `.${tag.replace(/\s+/g, '_')}`).join(' '), title];
    if (quote !== null) words.push(thought);
    return [
      quote ?? thought,
      bookTitle,
      author,
      null,
      words.filter(Boolean).join('\n'),
      page,
      createdAt.slice(0, 19).replace('T', ' '),
    ];
  });
  return `${[[...columns], ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/**
 * One cell. Text that a spreadsheet would run as a formula (= + - @ or control characters) gets an
 * apostrophe in front.
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = typeof value !== 'number' && /^\s*[=+\-@\t\r\n|%＝＋－＠]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
