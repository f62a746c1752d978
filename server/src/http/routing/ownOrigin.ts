import type { FastifyRequest } from 'fastify';
import type { Config } from '../../run/config/config.ts';

/** The origin of the library: as configured, else as this browser sees it. Do not use it in messages to others. */
export function ownOriginOf(request: FastifyRequest, { origin }: Pick<Config, 'origin'>): string {
  return origin ?? `${request.protocol}://${request.host}`;
}

/** The same with the base path; paths of the app are appended to it. */
export const ownAddressOf = (request: FastifyRequest, config: Pick<Config, 'origin' | 'basePath'>): string =>
  ownOriginOf(request, config) + config.basePath;

/** Path of the API for browsers. */
export const apiPathOf = ({ basePath, root }: Pick<Config, 'basePath' | 'root'>): string => basePath + root;
