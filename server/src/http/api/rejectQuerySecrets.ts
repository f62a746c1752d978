import type { FastifyInstance } from 'fastify';
import { AppError } from '../../run/common/errors.ts';

const secrets = new Set([
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'password',
  'authorization',
  'jwt',
  'api_key',
  'invitation',
  'reset',
]);

/** Rejects secrets in query strings, which end up in histories and logs. */
export function rejectQuerySecrets(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const queryStart = request.raw.url?.indexOf('?') ?? -1;
    if (queryStart < 0) return;
    for (const name of new URLSearchParams(request.raw.url?.slice(queryStart)).keys()) {
      if (secrets.has(name.toLowerCase())) {
        throw new AppError(
          'malformed_request',
          'Send no token, password or invitation in the address: it belongs in a header or the body.',
        );
      }
    }
  });
}
