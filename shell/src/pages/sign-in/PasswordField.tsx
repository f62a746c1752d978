import type { PasswordOwner } from '@lectern/shared-contracts/domain/newPassword.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { PlainIconButton } from '@lectern/shared-ui/PlainIconButton.tsx';
import { TextField, type TextFieldProps } from '@lectern/shared-ui/TextField.tsx';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../boundaries/lazyPart.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing'>;

/** A password field with a button to show the password. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useTranslate();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <PlainIconButton
          size="small"
          label={shown ? t('Hide what is typed') : t('Show what is typed')}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

/** Loads the list of common passwords only when a new password is typed. */
const PasswordStrength = lazyPart(() =>
  import(/* webpackChunkName: 'password-strength' */ './PasswordStrength.tsx').then(
    (m) => m.PasswordStrength,
  ),
);

interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'autoComplete'> {
  value: string;
  /** Words that the password must not contain; empty when unknown. */
  owner?: PasswordOwner;
}

const nobody = { name: '', email: '' };

/** Field for a new password, with a strength meter and an explanation. */
export function NewPasswordField({ owner = nobody, ...field }: NewPasswordFieldProps) {
  return (
    <>
      <PasswordField {...field} autoComplete="new-password" />
      {field.value === '' ? null : <PasswordStrength password={field.value} owner={owner} />}
    </>
  );
}
