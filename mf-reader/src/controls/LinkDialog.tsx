import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { font } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export interface LinkDialogProps {
  /** Null without a link. */
  url: string | null;
  onClose: () => void;
}

/**
 * Confirms an external link by its address and opens it in a new tab.
 */
export function LinkDialog({ url, onClose }: LinkDialogProps) {
  const t = useTranslate();
  return (
    <ConfirmDialog
      open={url !== null}
      onOpenChange={(open) => open || onClose()}
      title={t('Open this link?')}
      description={t('This link leaves the book and opens in a new tab.')}
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
