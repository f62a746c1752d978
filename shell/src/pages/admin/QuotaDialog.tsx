import type { Account } from '@lectern/shared-contracts/api/admin.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useState } from 'react';

const gigabyte = 1_000_000_000;
const formId = 'quota-of-reader';

export interface QuotaDialogProps {
  account: Account;
  busy: boolean;
  /** Bytes; null for the default quota. */
  onSave(bytes: number | null): void;
  onClose(): void;
}

/** Sets the storage quota of a reader. */
export function QuotaDialog({ account, busy, onSave, onClose }: QuotaDialogProps) {
  const t = useTranslate();
  const [gigabytes, setGigabytes] = useState(
    account.quota_bytes === null ? '' : String(account.quota_bytes / gigabyte),
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(gigabytes === '' ? null : Math.round(Number(gigabytes) * gigabyte));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title={t('Storage limit of {{name}}', { name: account.name })}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" type="submit" form={formId} busy={busy}>
          {t('Save')}
        </Button>
      }
    >
      <form id={formId} onSubmit={save}>
        <TextField
          label={t('Gigabytes')}
          hint={t('Leave this empty for the limit that all readers have.')}
          type="number"
          min={0}
          max={1_000_000}
          step="any"
          value={gigabytes}
          onChange={setGigabytes}
        />
      </form>
    </Dialog>
  );
}
