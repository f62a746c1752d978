import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';

export interface CopyLinkProps {
  title: string;
  /** Expiry and allowed number of uses. */
  description: string;
  /** Null while there is no link. */
  url: string | null;
  onClose: () => void;
}

/** A secret link, shown once, to copy. */
export function CopyLink({ title, description, url, onClose }: CopyLinkProps) {
  const t = useTranslate();
  const { notify } = useHost();
  const copy = () => {
    // The Clipboard API is missing on plain HTTP or may be denied: the text can still be selected.
    const copied = navigator.clipboard?.writeText(url ?? '') ?? Promise.reject(new Error('No clipboard'));
    copied.then(
      () => notify.show({ tone: 'success', message: t('The link is copied.') }),
      () => notify.show({ tone: 'warning', message: t('Select the link and copy it by hand.') }),
    );
  };
  return (
    <Dialog
      open={url !== null}
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title={title}
      description={description}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" onClick={copy}>
          {t('Copy the link')}
        </Button>
      }
    >
      <TextField label={t('Link')} value={url ?? ''} readOnly onFocus={(event) => event.target.select()} />
    </Dialog>
  );
}
