import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import type { ExportedEntry, PointFill } from '@lectern/shared-contracts/contract/points.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, usePoint, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { Download, Highlighter } from 'lucide-react';
import type { Entry } from './entries.ts';
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
  const { notify } = useHost();
  const input = { entries: entries.map(exportedEntry) };
  const save = (format: PointFill<'mf-library/export-format'>) =>
    runInBackground(
      format.run(input).then(
        ({ content, name, type }) => saveFile(content, name, type),
        (error) => notify.show({ tone: 'warning', message: t(errorMessage(error)) }),
      ),
    );
  return (
    <Menu
      label={t('Export')}
      trigger={<Button icon={<Download />}>{t('Export')}</Button>}
      items={[
        ...usePoint('mf-library/export-format', input).map((format) => ({
          id: format.id,
          label: format.label,
          icon: format.icon,
          onSelect: () => save(format),
        })),
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

/** What formats of other parts get of an entry. */
const exportedEntry = (entry: Entry): ExportedEntry => {
  const { kind, bookId, bookTitle, author, title, quote, thought, tags, page, createdAt } = entry;
  return { kind, bookId, bookTitle, author, title, quote, thought, tags, page, createdAt };
};
