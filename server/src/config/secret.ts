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

const leastCharacters = 32;

/**
 * The secret of LECTERN_SECRET, as it is. In production a short or a well-known one stops the start: whoever guesses
 * it can sign in as anyone. @throws StartError
 */
export function refuseWeakSecret(secret: string, production: boolean): string {
  if (production && isGuessable(secret)) {
    throw new StartError(
      `LECTERN_SECRET is too weak for production: it needs at least ${leastCharacters} characters that nobody can guess. ` +
        "Make one with: node -e \"console.log(require('crypto').randomBytes(48).toString('base64url'))\"",
    );
  }
  return secret;
}

/**
 * The secret kept in the data folder, made on the first start. Several processes in production must be given one: each
 * would make its own.
 * @param shared whether several processes may serve this library: its database is PostgreSQL
 * @throws StartError when it is missing beside a library, is damaged, or cannot be written
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
          `the same to every process: set LECTERN_SECRET to at least ${leastCharacters} random characters.`,
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
      `The secret in ${path} is damaged: it has fewer than ${leastCharacters} characters, or ones that can be guessed. Put it back from a backup, or set LECTERN_SECRET.`,
    );
  return secret;
}

/** Where that is not possible, the data folder is named in the log as one that others can read. */
function restrict(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EROFS' && code !== 'EPERM' && code !== 'ENOTSUP') throw error;
  }
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
