import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import type { FieldErrors } from '@lectern/shared-ui/forms/useFieldErrors.ts';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import type { ReactNode } from 'react';
import { useCallForm } from './useForm.ts';

export interface FormDialogProps {
  title: string;
  description?: string;
  /** The fields; they show the errors of their names, and one of them why sending has failed. */
  children: (errors: FieldErrors, error: string | undefined) => ReactNode;
  /** Label of the button that sends the form. */
  submit: string;
  disabled?: boolean;
  /** Errors besides those of useFormErrors. */
  check?: () => FieldErrors;
  send: () => Promise<unknown>;
  onClose: () => void;
}

/** A small open dialog that asks for a name, a code or the like. */
export function FormDialog({ title, description, children, submit, ...props }: FormDialogProps) {
  const t = useTranslate();
  const { busy, error, errors, form } = useCallForm(props.send, props.check);
  return (
    <Dialog
      onClose={props.onClose}
      size="small"
      title={title}
      description={description}
      closeLabel={t('Close')}
    >
      <form {...form}>
        <Stack>
          {children(errors, error)}
          <Button type="submit" variant="primary" busy={busy} disabled={props.disabled}>
            {submit}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
