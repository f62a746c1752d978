import { hash, verify } from '@node-rs/argon2';

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane. Some 50 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a password that nobody knows: checked when the account does not exist, so that the answer takes the same time. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$gpTPX851BToJCRkpFKVVkA$U/thI6/4gdn+glcX2H8t4ERt94g42NfsTWAC9RB83rU';

/** Does the slow work; a port, so that a test can see when it is asked to. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
}

export const argon2id: PasswordHasher = { hash: (password) => hash(password, cost), verify };

export function hashPassword(hasher: PasswordHasher, password: string): Promise<string> {
  return hasher.hash(password.normalize('NFC'));
}

/**
 * @param stored null when there is no such account, empty when it has no
 * password; the answer is then no, as slowly as ever.
 */
export async function passwordMatches(
  hasher: PasswordHasher,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const matches = await hasher.verify(stored || nobodysHash, password.normalize('NFC'));
  return matches && stored !== null && stored !== '';
}
