import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, and what stays. */
  description?: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  /** It destroys something. */
  danger?: boolean;
  busy?: boolean;
  closeLabel?: string;
  children?: ReactNode;
}

/** Asks before something that cannot be undone. It stays open until the caller closes it, so that it can be busy. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel,
  onConfirm,
  danger = false,
  busy = false,
  closeLabel,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="small"
      closeLabel={closeLabel ?? cancelLabel}
      mustChoose
      footer={
        <>
          <Button onClick={() => dialog.onOpenChange(false)}>{cancelLabel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
