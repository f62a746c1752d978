import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import type { FieldErrors } from '@lectern/shared-ui/forms/useFieldErrors.ts';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import type { FormEvent, ReactNode } from 'react';
import { useFormErrors } from './useFormErrors.ts';

export interface FormDialogProps {
  title: string;
  description?: string;
  /** The fields; they show the errors of their names. */
  children: (errors: FieldErrors) => ReactNode;
  /** Label of the button that sends the form. */
  submit: string;
  busy?: boolean;
  disabled?: boolean;
  /** Errors besides those of useFormErrors. */
  check?: () => FieldErrors;
  onSubmit: () => void;
  onClose: () => void;
}

/** A small open dialog that asks for a name, a code or the like. */
export function FormDialog({ title, description, children, submit, ...form }: FormDialogProps) {
  const t = useTranslate();
  const { errors, check } = useFormErrors();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check(event.currentTarget, form.check?.())) form.onSubmit();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && form.onClose()}
      size="small"
      title={title}
      description={description}
      closeLabel={t('Close')}
    >
      <form noValidate onSubmit={send}>
        <Stack>
          {children(errors)}
          <Button type="submit" variant="primary" busy={form.busy} disabled={form.disabled}>
            {submit}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
