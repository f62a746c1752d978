import { minPasswordLength } from '@lectern/shared-contracts/domain/newPassword.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

export interface RegistrationFields {
  name: string;
  password: string;
  confirmation: string;
}

/** Whether a password is too short, counted in user-perceived characters. */
export const isTooShort = (password: string) => [...password].length < minPasswordLength;

export type SignInField = 'name' | 'email' | 'password' | 'confirmation';

/** A validation error of a field. */
export interface FieldProblem {
  field: SignInField;
  message: string;
}

/**
 * The first validation error, in the order of the specification [LG-04]; null when there is none. Whether a password
 * is too easy to guess is decided by the server.
 */
export function checkRegistration({ name, password, confirmation }: RegistrationFields): FieldProblem | null {
  if (name.trim() === '') return { field: 'name', message: text('Name required') };
  if (password !== confirmation) return { field: 'confirmation', message: text('Passwords do not match') };
  if (isTooShort(password))
    return { field: 'password', message: text('Password must be at least 8 characters') };
  return null;
}

/** The browser's validation of required fields and email addresses, with our messages, shown at the field. */
export function checkRequired(form: HTMLFormElement): FieldProblem | null {
  for (const field of ['email', 'password'] as const) {
    const control = form.elements.namedItem(field);
    if (!(control instanceof HTMLInputElement) || control.validity.valid) continue;
    if (field === 'password') return { field, message: text('Password required') };
    const { valueMissing } = control.validity;
    return { field, message: valueMissing ? text('Email required') : text('Enter a valid email address') };
  }
  return null;
}
