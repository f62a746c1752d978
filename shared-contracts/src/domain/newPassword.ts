/** Characters (code points) that a new password has at least and at most. */
export const minPasswordLength = 8;
export const maxPasswordLength = 128;

export type PasswordFault = 'short' | 'long' | 'blank' | 'common' | 'personal';

/** What others know of a reader, or read on the page: a password made of it is guessed first. */
export interface PasswordOwner {
  name: string;
  email: string;
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Words of the name and the address of three characters or more, the longest first, and the name of the product. */
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

/** Characters that a password has beside the words of its owner; with fewer it is made of them. */
const minOwnLength = 5;

/**
 * What is wrong with a new password, the first fault of it; null when nothing is. There is no rule about kinds of
 * characters. @param isCommon whether a text, in lower case, is on the list of common passwords
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
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
  if (rest === text) return null;
  return [...rest.trim()].length < minOwnLength || isCommon(rest.trim()) ? 'personal' : null;
}
