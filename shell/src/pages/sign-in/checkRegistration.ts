export interface RegistrationFields {
  name: string;
  password: string;
  confirmation: string;
}

const leastPassword = 8;

/** The first thing that is wrong, in the order of the specification [LG-04]; null when nothing is. */
export function checkRegistration({ name, password, confirmation }: RegistrationFields): string | null {
  if (name.trim() === '') return 'Name required';
  if (password !== confirmation) return 'Passwords do not match';
  if (password.length < leastPassword) return 'Password must be at least 8 characters';
  return null;
}
