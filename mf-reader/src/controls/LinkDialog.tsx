import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { font } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export interface LinkDialogProps {
  /** Null when no link waits. */
  url: string | null;
  onClose: () => void;
}

/**
 * A link that leads out of the book is opened in a tab of its own, and only once the reader has seen where it leads.
 */
export function LinkDialog({ url, onClose }: LinkDialogProps) {
  const t = useTranslate();
  return (
    <ConfirmDialog
      open={url !== null}
      onOpenChange={(open) => open || onClose()}
      title={t('Open this link?')}
      description={t('It leads out of the book and opens in a new tab.')}
      confirmLabel={t('Open link')}
      cancelLabel={t('Stay here')}
      onConfirm={() => {
        if (url) window.open(url, '_blank', 'noopener,noreferrer');
        onClose();
      }}
    >
      <Address dir="ltr">{url}</Address>
    </ConfirmDialog>
  );
}

const Address = styled.p`
  font-family: ${font.mono};
  font-size: 0.8125rem;
  overflow-wrap: anywhere;
`;
