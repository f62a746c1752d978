import type { FastifyRequest } from 'fastify';
import { AppError } from '../common/errors.ts';
import type { Config } from '../config/config.ts';

/**
 * For calls that read or set the cookie: refuses those that another site makes in the reader's browser. A browser
 * says where a call comes from in Sec-Fetch-Site, an older one (or one on plain HTTP) in Origin; a script says nothing.
 */
export function refuseOtherSites(request: FastifyRequest, { origin: own }: Pick<Config, 'origin'>): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new AppError('forbidden');
    return;
  }
  const { origin } = request.headers;
  if (origin !== undefined && origin !== own && hostOf(origin) !== request.host)
    throw new AppError('forbidden');
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
