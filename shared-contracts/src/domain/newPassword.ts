/** Minimum and maximum characters (code points) of a new password. */
export const minPasswordLength = 8;
export const maxPasswordLength = 128;

export type PasswordFault = 'short' | 'long' | 'blank' | 'common' | 'personal';

/** Information about the user that others know: passwords made of it are easy to guess. */
export interface PasswordOwner {
  name: string;
  email: string;
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Parts of name and address with at least three characters, longest first, and the product name. */
function wordsOf({ name, email }: PasswordOwner): string[] {
  const [local = '', domain = ''] = folded(email).split('@');
  const names = folded(name);
  const words = [
    names,
    names.replaceAll(/\s+/g, ''),
    ...names.split(/\s+/),
    local,
    ...local.split(/[._+-]+/),
  ];
  const site = domain.split('.').slice(0, -1);
  return [folded(email), ...words, ...site, 'lectern']
    .filter((word) => [...word].length >= 3)
    .sort((a, b) => b.length - a.length);
}

/** Minimum number of characters that do not come from the owner's words. */
const minOwnLength = 5;

/**
 * The first problem of a new password; null when it is acceptable. There are no rules about character classes.
 * @param isCommon whether a lower-case text is on the list of common passwords
 */
export function newPasswordFault(
  password: string,
  owner: PasswordOwner,
  isCommon: (text: string) => boolean,
): PasswordFault | null {
  const length = [...password.normalize('NFC')].length;
  if (length < minPasswordLength) return 'short';
  if (length > maxPasswordLength) return 'long';
  const text = folded(password).trim();
  if (text === '') return 'blank';
  if (isCommon(text) || new Set(text).size === 1) return 'common';
  const words = wordsOf(owner);
  const rest = words.reduce((rest, word) => rest.replaceAll(word, ''), text);
  if (rest === text) return null;
  return [...rest.trim()].length < minOwnLength || isCommon(rest.trim()) ? 'personal' : null;
}
