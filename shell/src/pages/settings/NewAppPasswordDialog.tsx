import type { AppPasswordScope } from '@lectern/shared-contracts/api/appPasswords.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useState } from 'react';
import { FormDialog } from '../forms/FormDialog.tsx';
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
  const [scopes, setScopes] = useState<readonly AppPasswordScope[]>(['read', 'progress']);

  const set = (scope: AppPasswordScope, on: boolean) =>
    setScopes(offered.filter((one) => (one === scope ? on : scopes.includes(one))));

  return (
    <FormDialog
      title={t('Add a device')}
      description={t('Give it a name by which you know it again, such as “Kobo” or “Phone”.')}
      submit={t('Make the password')}
      disabled={scopes.length === 0}
      onSubmit={() => onMake({ name: name.trim(), scopes: [...scopes] })}
      onClose={onClose}
    >
      {(errors) => (
        <>
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
        </>
      )}
    </FormDialog>
  );
}
