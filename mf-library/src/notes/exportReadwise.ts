import type { Entry } from './entries.ts';

/** The columns that Readwise imports, by their names and in their order. */
const columns = ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date'] as const;

/**
 * The entries as Readwise imports them. A note without words of the book is a highlight of its own words there, for it
 * takes no line without one; tags stand at the head of the note with a dot, as Readwise reads them.
 */
export function asReadwiseCsv(entries: readonly Entry[]): string {
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
 * One cell. A spreadsheet runs what begins with = + - @ or a control character as a formula, so such text gets an
 * apostrophe before it, which shows it as text.
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = typeof value !== 'number' && /^\s*[=+\-@\t\r\n|%＝＋－＠]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
