import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ReadingRecord } from '../statistics/readingRecords.ts';
import { EditSessionDialog } from './EditSessionDialog.tsx';

/** Button that opens the dialog to correct a session. */
export function EditSession({ record }: { record: ReadingRecord }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        size="small"
        icon={<Pencil />}
        label={t('Correct the session with {{title}}', { title: record.bookTitle })}
        onClick={() => setOpen(true)}
      />
      {open ? <EditSessionDialog record={record} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
