import { leastPasswordLength } from '@lectern/shared-contracts/domain/newPassword.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

export interface RegistrationFields {
  name: string;
  password: string;
  confirmation: string;
}

/** Whether a password is shorter than any may be, counted in characters as a reader counts. */
export const isTooShort = (password: string) => [...password].length < leastPasswordLength;

/**
 * The first thing that is wrong, in the order of the specification [LG-04]; null when nothing is. Whether a password is
 * too easy to guess is for the server to say.
 */
export function checkRegistration({ name, password, confirmation }: RegistrationFields): string | null {
  if (name.trim() === '') return text('Name required');
  if (password !== confirmation) return text('Passwords do not match');
  if (isTooShort(password)) return text('Password must be at least 8 characters');
  return null;
}
