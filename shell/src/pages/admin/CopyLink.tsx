import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useCopy } from '../useCopy.ts';

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
  const copy = useCopy();
  const said = { done: t('The link is copied.'), byHand: t('Select the link and copy it by hand.') };
  return (
    <Dialog
      open={url !== null}
      onClose={onClose}
      size="small"
      title={title}
      description={description}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" onClick={() => copy(url ?? '', said)}>
          {t('Copy the link')}
        </Button>
      }
    >
      <TextField label={t('Link')} value={url ?? ''} readOnly onFocus={(event) => event.target.select()} />
    </Dialog>
  );
}
