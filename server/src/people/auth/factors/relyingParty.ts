import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ownOriginOf } from '../../../http/routing/ownOrigin.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Config } from '../../../run/config/config.ts';

export interface RelyingParty {
  /** The host name that passkeys are bound to. */
  id: string;
  origin: string;
}

/**
 * The relying party of WebAuthn: LECTERN_ORIGIN, else the origin of this request.
 * @throws AppError passkeys_unavailable unless it is a host name on https or localhost, as browsers require
 */
export function relyingPartyOf(request: FastifyRequest, config: Pick<Config, 'origin'>): RelyingParty {
  const origin = ownOriginOf(request, config);
  const { hostname, protocol } = new URL(origin);
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  const numeric = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  if (numeric || (protocol !== 'https:' && !local)) throw new AppError('passkeys_unavailable');
  return { id: hostname, origin };
}
