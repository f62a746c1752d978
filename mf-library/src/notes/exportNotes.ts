import type { Entry } from './entries.ts';
import { asAnnotations } from './exportAnnotations.ts';
import { asMarkdown } from './exportMarkdown.ts';
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
