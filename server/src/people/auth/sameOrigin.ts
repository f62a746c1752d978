import type { FastifyRequest } from 'fastify';
import { AppError } from '../../run/common/errors.ts';
import type { Config } from '../../run/config/config.ts';

/**
 * Refuses cross-site requests to routes that read or set the cookie. Browsers send Sec-Fetch-Site, or Origin when
 * they are older or on plain HTTP; scripts send neither.
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
