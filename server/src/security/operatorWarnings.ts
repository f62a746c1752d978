import type { OperatorWarning } from '@lectern/shared-contracts/api/admin.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { restrictDataFiles } from './restrictDataFiles.ts';

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
