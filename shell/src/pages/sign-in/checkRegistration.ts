import { minPasswordLength } from '@lectern/shared-contracts/domain/newPassword.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

export interface RegistrationFields {
  name: string;
  password: string;
  confirmation: string;
}

/** Whether a password is shorter than any may be, counted in characters as a reader counts. */
export const isTooShort = (password: string) => [...password].length < minPasswordLength;

export type SignInField = 'name' | 'email' | 'password' | 'confirmation';

/** What is wrong in one field of the form. */
export interface FieldProblem {
  field: SignInField;
  message: string;
}

/**
 * The first thing that is wrong, in the order of the specification [LG-04]; null when nothing is. Whether a password is
 * too easy to guess is for the server to say.
 */
export function checkRegistration({ name, password, confirmation }: RegistrationFields): FieldProblem | null {
  if (name.trim() === '') return { field: 'name', message: text('Name required') };
  if (password !== confirmation) return { field: 'confirmation', message: text('Passwords do not match') };
  if (isTooShort(password))
    return { field: 'password', message: text('Password must be at least 8 characters') };
  return null;
}

/** What the browser would say of a field that is required or an email address, in our words and at the field. */
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
