import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { Braces, Download, FileText, Sheet } from 'lucide-react';
import type { Entry } from './entries.ts';
import { type ExportFormat, exportNotes, exportTypes } from './exportNotes.ts';

/** Exports the shown entries as a file. */
export function ExportMenu({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslate();
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
        { id: 'json', label: t('JSON (W3C Web Annotation)'), icon: <Braces />, onSelect: () => save('json') },
      ]}
    />
  );
}
