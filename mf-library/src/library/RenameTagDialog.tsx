import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { tagLength } from '@lectern/shared-contracts/domain/books/tags.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useState } from 'react';
import { useAttempt } from '../data/useAttempt.ts';

interface RenameTagDialogProps {
  tag: string;
  onClose: () => void;
  /** Called with the new name; undefined when the tag is gone. */
  onRenamed: (to: string | undefined) => void;
}

/** Renames a tag in all books and rules, or takes it from all books. The server does it, so it needs a network. */
export function RenameTagDialog({ tag, onClose, onRenamed }: RenameTagDialogProps) {
  const { api, data, network, notify } = useHost();
  const t = useTranslate();
  const isOnline = useReadable(network) === 'online';
  const [name, setName] = useState(tag);
  const { busy, attempt } = useAttempt();
  const change = (to: string | null) =>
    attempt(async () => {
      const { changed } = await api.call('POST /books/tags', { body: { tag, to } });
      data.refresh('GET /books');
      data.refresh('GET /collections');
      onRenamed(to ?? undefined);
      onClose();
      notify.show({ tone: 'success', message: t('{{count}} books were changed.', { count: changed }) });
    });
  const next = name.trim();
  return (
    <Dialog
      onClose={onClose}
      title={t('Rename the tag “{{name}}”', { name: tag })}
      description={
        isOnline
          ? t('Changes the tag in all books and collection rules.')
          : t('Tags can be renamed when you are online.')
      }
      closeLabel={t('Close')}
      size="small"
      footer={
        <>
          <Button variant="quiet" disabled={busy || !isOnline} onClick={() => runInBackground(change(null))}>
            {t('Remove from all books')}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={next === '' || next === tag || !isOnline}
            onClick={() => runInBackground(change(next))}
          >
            {t('Rename')}
          </Button>
        </>
      }
    >
      <TextField label={t('Name')} value={name} onChange={setName} maxLength={tagLength} autoComplete="off" />
    </Dialog>
  );
}
