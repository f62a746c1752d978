import { randomInt } from 'node:crypto';
import { newPasswordFault, type PasswordOwner } from '@lectern/shared-contracts/domain/newPassword.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../../run/common/errors.ts';

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

/** Letters and digits that do not look alike, for secrets that are copied or typed on an e-reader. */
const legible = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random secret of legible characters. */
export const legibleSecret = (length: number): string =>
  Array.from({ length }, () => legible[randomInt(legible.length)]).join('');

export const isLegible = (secret: string): boolean =>
  [...secret].every((character) => legible.includes(character));

/** Loaded when a password is first set: some 50,000 common passwords. */
let list: Promise<ReadonlySet<string>> | undefined;

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));
}

const faults = {
  short: text('Password must be at least 8 characters'),
  long: text('Password must be at most 128 characters'),
  blank: text('A password of nothing but spaces is easy to guess.'),
  personal: text('This password is made of your own name or address, or of ours.'),
  common: text('This is one of the most common passwords, which are tried first.'),
};

/** @throws AppError weak_password, with the reason, when the password is too easy to guess */
export async function refuseWeakPassword(password: string, owner: PasswordOwner): Promise<void> {
  list ??= readList();
  const common = await list;
  const fault = newPasswordFault(password, owner, (word) => common.has(word));
  if (fault !== null) throw new AppError('weak_password', faults[fault]);
}
