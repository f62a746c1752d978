import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';

export interface CopyLinkProps {
  title: string;
  /** Until when it is good, and for how many. */
  description: string;
  /** Null while there is none to show. */
  url: string | null;
  onClose: () => void;
}

/** A link with a secret in it, shown once, to be handed over. */
export function CopyLink({ title, description, url, onClose }: CopyLinkProps) {
  const t = useTranslate();
  const { notify } = useHost();
  const copy = () => {
    // Not there on plain HTTP, nor where it was refused: the text can be selected then.
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
