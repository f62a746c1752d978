import type { AppPasswordScope } from '@lectern/shared-contracts/api/appPasswords.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useState } from 'react';
import { useFormErrors } from '../forms/useFormErrors.ts';
import { Scopes } from './devicesParts.ts';
import { scopeLabels } from './scopeLabels.ts';

export interface WantedAppPassword {
  name: string;
  scopes: AppPasswordScope[];
}

const offered: readonly AppPasswordScope[] = ['read', 'progress', 'write'];

/** Asks for the device and its scopes. */
export function NewAppPasswordDialog({
  onMake,
  onClose,
}: {
  onMake: (wanted: WantedAppPassword) => void;
  onClose: () => void;
}) {
  const t = useTranslate();
  const [name, setName] = useState('');
  const { errors, check } = useFormErrors();
  const [scopes, setScopes] = useState<readonly AppPasswordScope[]>(['read', 'progress']);

  const set = (scope: AppPasswordScope, on: boolean) =>
    setScopes(offered.filter((one) => (one === scope ? on : scopes.includes(one))));
  const make = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check(event.currentTarget)) onMake({ name: name.trim(), scopes: [...scopes] });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title={t('Add a device')}
      description={t('Give it a name by which you know it again, such as “Kobo” or “Phone”.')}
      closeLabel={t('Close')}
    >
      <form noValidate onSubmit={make}>
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
          <Scopes aria-label={t('What it may do')}>
            {offered.map((scope) => (
              <Checkbox
                key={scope}
                label={t(scopeLabels[scope])}
                checked={scopes.includes(scope)}
                onChange={(on) => set(scope, on)}
              />
            ))}
          </Scopes>
          <Button type="submit" variant="primary" disabled={scopes.length === 0}>
            {t('Make the password')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
