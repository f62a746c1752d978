import { minPasswordLength } from '@lectern/shared-contracts/domain/newPassword.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { FieldErrors } from '@lectern/shared-ui/forms/useFieldErrors.ts';

export interface RegistrationFields {
  name: string;
  password: string;
  confirmation: string;
}

/** Whether a password is too short, counted in user-perceived characters. */
const isTooShort = (password: string) => [...password].length < minPasswordLength;

/** The error of a new password. Whether it is too easy to guess is decided by the server. */
export const checkNewPassword = (password: string): FieldErrors =>
  isTooShort(password) ? { password: text('Password must be at least 8 characters') } : {};

const passwordsDiffer = text('Passwords do not match');

/** The errors of a new password that is typed twice. */
export const checkPasswordPair = (password: string, confirmation: string): FieldErrors => ({
  ...checkNewPassword(password),
  ...(password === confirmation ? {} : { confirmation: passwordsDiffer }),
});

/** The first error of a registration, in the order of the specification [LG-04]; empty if there is none. */
export function checkRegistration({ name, password, confirmation }: RegistrationFields): FieldErrors {
  if (name.trim() === '') return { name: text('Name required') };
  if (password !== confirmation) return { confirmation: passwordsDiffer };
  return checkNewPassword(password);
}
