import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** Where readers find this library: as the operator says, else as this browser does. Not for what is sent to others. */
export function ownOriginOf(request: FastifyRequest, { origin }: Pick<Config, 'origin'>): string {
  return origin ?? `${request.protocol}://${request.host}`;
}
