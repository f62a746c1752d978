import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

export interface ConfirmDialogProps extends Pick<DialogProps, 'open' | 'onClose' | 'title' | 'children'> {
  /** Consequences of the action. */
  description?: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  /** Destructive action. */
  danger?: boolean;
  busy?: boolean;
}

/** Confirms an action. Open until the caller closes it, so that it can show a busy state. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel,
  onConfirm,
  danger = false,
  busy = false,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="small"
      closeLabel={cancelLabel}
      mustChoose
      footer={
        <>
          <Button onClick={() => dialog.onClose()}>{cancelLabel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
