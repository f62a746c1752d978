import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const leastCharacters = 32;

/**
 * The secret of LECTERN_SECRET, as it is. In production a short or a well-known one stops the start: whoever guesses
 * it can sign in as anyone.
 */
export function refuseWeakSecret(secret: string, production: boolean): string {
  if (production && isGuessable(secret)) {
    throw new Error(
      `LECTERN_SECRET is too weak for production: it needs at least ${leastCharacters} characters that nobody can guess. ` +
        "Make one with: node -e \"console.log(require('crypto').randomBytes(48).toString('base64url'))\"",
    );
  }
  return secret;
}

/**
 * The secret kept in the data folder, made on the first start. In production it is never made in silence: there the
 * operator says which it is, or has started once without NODE_ENV=production.
 */
export function keepSecret(dataDir: string, production: boolean): string {
  const path = join(dataDir, 'secret');
  if (!existsSync(path)) {
    if (production) {
      throw new Error(
        `LECTERN_SECRET is not set and ${path} does not exist. In production the secret must be given: ` +
          `set LECTERN_SECRET to at least ${leastCharacters} random characters.`,
      );
    }
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    makeSecret(path);
  }
  chmodSync(path, 0o600);
  return refuseWeakSecret(readFileSync(path, 'utf8').trim(), true);
}

/** Whole or not at all; of two processes that start at once on one folder, both take the secret of the first. */
function makeSecret(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    // Some file systems have no hard links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') copyFileSync(draft, path);
  } finally {
    rmSync(draft);
  }
}

/** Words that stand in every example count for nothing, and neither does one character many times. */
function isGuessable(secret: string): boolean {
  const own = secret.replaceAll(
    /change.?me|secret|password|default|example|lectern|insecure|development/gi,
    '',
  );
  return own.length < leastCharacters || new Set(own).size < 10;
}
