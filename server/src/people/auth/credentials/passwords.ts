import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. Takes about 50 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hash of a random password. It is checked when the account does not exist, so that the response takes the same time.
 */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$gpTPX851BToJCRkpFKVVkA$U/thI6/4gdn+glcX2H8t4ERt94g42NfsTWAC9RB83rU';

/** A port, so that tests can observe when hashing happens. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
}

export const argon2id: PasswordHasher = { hash: (password) => hash(password, cost), verify };

export function hashPassword(hasher: PasswordHasher, password: string): Promise<string> {
  return hasher.hash(password.normalize('NFC'));
}

/**
 * @param stored null when the account does not exist, empty when it has no password; the result is then false after
 * the usual time
 */
export async function passwordMatches(
  hasher: PasswordHasher,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const matches = await hasher.verify(stored || nobodysHash, password.normalize('NFC'));
  return matches && stored !== null && stored !== '';
}
