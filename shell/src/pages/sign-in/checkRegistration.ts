import { text } from '@lectern/shared-contracts/text.ts';

export interface RegistrationFields {
  name: string;
  password: string;
  confirmation: string;
}

const leastPassword = 8;

/** The first thing that is wrong, in the order of the specification [LG-04]; null when nothing is. */
export function checkRegistration({ name, password, confirmation }: RegistrationFields): string | null {
  if (name.trim() === '') return text('Name required');
  if (password !== confirmation) return text('Passwords do not match');
  if (password.length < leastPassword) return text('Password must be at least 8 characters');
  return null;
}
