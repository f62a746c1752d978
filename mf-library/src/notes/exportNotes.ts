import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { oneLine, quotation } from '@lectern/shared-contracts/domain/notes/markdownText.ts';
import type { Entry } from './entries.ts';
import { asAnnotations } from './exportAnnotations.ts';
import { asReadwiseCsv } from './exportReadwise.ts';

export type ExportFormat = 'markdown' | 'csv' | 'json';

export const exportTypes: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  markdown: { extension: 'md', type: 'text/markdown;charset=utf-8' },
  csv: { extension: 'csv', type: 'text/csv;charset=utf-8' },
  json: { extension: 'jsonld', type: 'application/ld+json' },
};

/** The entries as the text of a file. */
export function exportNotes(entries: readonly Entry[], format: ExportFormat): string {
  return { markdown: asMarkdown, csv: asReadwiseCsv, json: asAnnotations }[format](entries);
}

/** One section per book, a quotation per passage with its note below. */
function asMarkdown(entries: readonly Entry[]): string {
  const books = Map.groupBy(entries, ({ bookId, bookTitle }) => (bookTitle ? bookId : null));
  const chapters = [...books.values()].map((list) => {
    const { bookTitle: title, author } = list[0] as Entry;
    const heading = !title ? '# Notes' : `# ${oneLine(title)}${author ? ` — ${oneLine(author)}` : ''}`;
    return [heading, ...list.map(entryAsMarkdown)].join('\n\n');
  });
  return `${chapters.join('\n\n')}\n`;
}

function entryAsMarkdown({ title, quote, thought, page, tags, createdAt }: Entry): string {
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
