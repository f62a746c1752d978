import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatorWarning } from '@lectern/shared-contracts/api/admin.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../run/config/config.ts';

/** Problems that the operator should fix; shown in Administration, and logged once each. */
export type OperatorWarnings = Set<OperatorWarning>;

/**
 * Checks settings and data folder at startup, then the first request through a proxy, and errors of a damaged
 * database.
 */
export function warnOperator(
  app: FastifyInstance,
  config: Pick<Config, 'dataDir' | 'origin' | 'trustProxy'>,
  warnings: OperatorWarnings,
): void {
  const readable = restrictDataFiles(config.dataDir);
  if (readable.length > 0) {
    warnings.add('readable_data_folder');
    app.log.warn(
      { paths: readable },
      'other users of this machine can read the data folder: let its owner run the server, or change its permissions to 700',
    );
  }
  app.addHook('onResponse', async ({ errorCode }) => {
    if (errorCode === 'storage_damaged') warnings.add('database_damaged');
  });
  if (config.trustProxy) return;
  const advice =
    'set LECTERN_TRUST_PROXY=1 if a proxy of yours is in front; else all readers behind it count as one for rate limits';
  if (config.origin?.startsWith('https://'))
    app.log.warn(`LECTERN_ORIGIN is https and LECTERN_TRUST_PROXY is not set: ${advice}`);
  app.addHook('onRequest', async ({ headers }) => {
    if (warnings.has('untrusted_proxy')) return;
    if (headers['x-forwarded-for'] === undefined && headers['x-forwarded-proto'] === undefined) return;
    warnings.add('untrusted_proxy');
    app.log.warn(`a request has X-Forwarded headers, which are ignored: ${advice}`);
  });
}

/** Files of the data folder with which others could read the database or sign in. */
const secretFiles = /^(secret|lectern\.db.*)$/;
const forOwner = { folder: 0o700, file: 0o600 };

/**
 * Makes the data folder with its folders and files readable by its owner only.
 * @returns paths that others can still read: files of another owner, or on a file system without permissions
 */
function restrictDataFiles(dataDir: string): string[] {
  // Windows has no modes; access is inherited from the parent folder.
  if (process.platform === 'win32') return [];
  mkdirSync(dataDir, { recursive: true, mode: forOwner.folder });
  const open: string[] = [];
  const restrict = (path: string, mode: number) => {
    try {
      if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
      if ((statSync(path).mode & 0o077) !== 0) open.push(path);
    } catch (error) {
      // It may have been deleted, like the write-ahead log of a closed database.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') open.push(path);
    }
  };
  restrict(dataDir, forOwner.folder);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name);
    if (entry.isDirectory()) restrict(path, forOwner.folder);
    else if (entry.isFile() && secretFiles.test(entry.name)) restrict(path, forOwner.file);
  }
  return open;
}
