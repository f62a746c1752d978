import type { PasswordOwner } from '@lectern/shared-contracts/domain/newPassword.ts';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { PasswordField, type PasswordFieldProps } from './PasswordField.tsx';

/** Loads the list of common passwords only when a new password is typed. */
const PasswordStrength = lazyPart(() =>
  import(/* webpackChunkName: 'password-strength' */ './PasswordStrength.tsx').then(
    (m) => m.PasswordStrength,
  ),
);

export interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'autoComplete'> {
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
