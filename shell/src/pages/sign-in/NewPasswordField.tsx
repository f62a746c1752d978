import type { PasswordOwner } from '@lectern/shared-contracts/domain/newPassword.ts';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { PasswordField, type PasswordFieldProps } from './PasswordField.tsx';

/** With it comes the list of common passwords: it is loaded by whoever types a new one. */
const PasswordStrength = lazyPart(() =>
  import(/* webpackChunkName: 'password-strength' */ './PasswordStrength.tsx').then(
    (m) => m.PasswordStrength,
  ),
);

export interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'autoComplete'> {
  value: string;
  /** What a password must not be made of; empty where it is not known. */
  owner?: PasswordOwner;
}

const nobody = { name: '', email: '' };

/** For a password that is being chosen: it says, as far as it is typed, how hard it is to guess and why. */
export function NewPasswordField({ owner = nobody, ...field }: NewPasswordFieldProps) {
  return (
    <>
      <PasswordField {...field} autoComplete="new-password" />
      {field.value === '' ? null : <PasswordStrength password={field.value} owner={owner} />}
    </>
  );
}
