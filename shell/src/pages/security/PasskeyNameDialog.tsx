import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useState } from 'react';
import { useFormErrors } from '../forms/useFormErrors.ts';

export interface PasskeyNameDialogProps {
  name: string;
  isNew: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for a name for a passkey. */
export function PasskeyNameDialog({ name: before, isNew, onSave, onClose }: PasskeyNameDialogProps) {
  const t = useTranslate();
  const [name, setName] = useState(before);
  const { errors, check } = useFormErrors();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check(event.currentTarget)) onSave(name.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title={isNew ? t('Add a passkey') : t('Rename the passkey')}
      description={isNew ? t('Give it a name. Your browser then asks how to keep it.') : undefined}
      closeLabel={t('Close')}
    >
      <form noValidate onSubmit={save}>
        <Stack>
          <TextField
            name="name"
            label={t('Name')}
            value={name}
            onChange={setName}
            maxLength={100}
            error={errors.name}
            required
          />
          <Button type="submit" variant="primary">
            {isNew ? t('Continue') : t('Save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
