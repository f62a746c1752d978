import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors.ts';
import type { Config } from '../../config/config.ts';
import { ownOriginOf } from '../../routing/ownOrigin.ts';

export interface RelyingParty {
  /** The host name to which passkeys belong. */
  id: string;
  origin: string;
}

/**
 * Where passkeys are made and used: LECTERN_ORIGIN, else the origin of this request. A browser knows passkeys only by
 * a host name, and only over https or on localhost: throws passkeys_unavailable elsewhere.
 */
export function relyingPartyOf(request: FastifyRequest, config: Pick<Config, 'origin'>): RelyingParty {
  const origin = ownOriginOf(request, config);
  const { hostname, protocol } = new URL(origin);
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  const numeric = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  if (numeric || (protocol !== 'https:' && !local)) throw new AppError('passkeys_unavailable');
  return { id: hostname, origin };
}
