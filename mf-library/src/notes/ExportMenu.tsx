import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { Download, FileText, Highlighter, Sheet } from 'lucide-react';
import type { Entry } from './entries.ts';
import { type ExportFormat, exportNotes, exportTypes } from './exportNotes.ts';
import { useExport } from './useExport.ts';

interface ExportMenuProps {
  entries: readonly Entry[];
  /** The only book of the entries; null for all books, whose annotations are exported together. */
  bookId: string | null;
}

/** Exports the shown entries as a file, or all marks of the book as EPUB annotations. */
export function ExportMenu({ entries, bookId }: ExportMenuProps) {
  const t = useTranslate();
  const exportMarks = useExport();
  const save = (format: ExportFormat) => {
    const { extension, type } = exportTypes[format];
    saveFile(exportNotes(entries, format), `lectern-notes.${extension}`, type);
  };
  return (
    <Menu
      label={t('Export')}
      trigger={<Button icon={<Download />}>{t('Export')}</Button>}
      items={[
        { id: 'markdown', label: t('Markdown'), icon: <FileText />, onSelect: () => save('markdown') },
        { id: 'csv', label: t('CSV for Readwise'), icon: <Sheet />, onSelect: () => save('csv') },
        {
          id: 'annotations',
          label: t('EPUB annotations'),
          hint: t('For Thorium and other reading apps'),
          icon: <Highlighter />,
          onSelect: () => exportMarks({ marks: bookId === null ? {} : { book_id: bookId } }),
        },
      ]}
    />
  );
}
