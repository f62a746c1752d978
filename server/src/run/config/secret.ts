import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { StartError } from '../common/errors.ts';
import { dataFiles, prepareDataFolder, refuseLostSecret } from '../dataFolder/dataFolder.ts';

const minCharacters = 32;

/**
 * Returns LECTERN_SECRET. In production, a short or well-known one is refused, since guessing it allows signing in as
 * anyone.
 * @throws StartError
 */
export function refuseWeakSecret(secret: string, production: boolean): string {
  if (production && isGuessable(secret)) {
    throw new StartError(
      `LECTERN_SECRET is too weak for production: it needs at least ${minCharacters} characters that nobody can guess. ` +
        "Make one with: node -e \"console.log(require('crypto').randomBytes(48).toString('base64url'))\"",
    );
  }
  return secret;
}

/**
 * Reads the secret in the data folder, or creates it on first start. In production, several processes must be given
 * one, since each would create its own.
 * @param shared whether several processes may serve this library (PostgreSQL)
 * @throws StartError when it is missing next to a library, damaged, or cannot be written
 */
export function keepSecret(
  dataDir: string,
  { production, shared }: { production: boolean; shared: boolean },
): string {
  const path = dataFiles.secret(dataDir);
  if (!existsSync(path)) {
    if (production && shared) {
      throw new StartError(
        `LECTERN_SECRET is not set and ${path} does not exist. In production with DATABASE_URL the secret must be given, ` +
          `the same to every process: set LECTERN_SECRET to at least ${minCharacters} random characters.`,
      );
    }
    refuseLostSecret(dataDir);
    prepareDataFolder(dataDir);
    makeSecret(path);
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) restrict(path);
  const secret = readFileSync(path, 'utf8').trim();
  if (isGuessable(secret))
    throw new StartError(
      `The secret in ${path} is damaged: it has fewer than ${minCharacters} characters, or ones that can be guessed. Put it back from a backup, or set LECTERN_SECRET.`,
    );
  return secret;
}

/** Where the mode cannot be set, the log warns that others can read the data folder. */
function restrict(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EROFS' && code !== 'EPERM' && code !== 'ENOTSUP') throw error;
  }
}

/** Atomic: when two processes start at once, both use the secret of the first. */
function makeSecret(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    // Some file systems do not support hard links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') copyFileSync(draft, path);
  } finally {
    rmSync(draft);
  }
}

/** Ignores words from common examples, and repeated characters. */
function isGuessable(secret: string): boolean {
  const own = secret.replaceAll(
    /change.?me|secret|password|default|example|lectern|insecure|development/gi,
    '',
  );
  return own.length < minCharacters || new Set(own).size < 10;
}
