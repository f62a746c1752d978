import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** Where readers find this library: as the operator says, else as this browser does. Not for what is sent to others. */
export function ownOriginOf(request: FastifyRequest, { origin }: Pick<Config, 'origin'>): string {
  return origin ?? `${request.protocol}://${request.host}`;
}

/** The same with the base path: what a path of the app is added to. */
export const ownAddressOf = (request: FastifyRequest, config: Pick<Config, 'origin' | 'basePath'>): string =>
  ownOriginOf(request, config) + config.basePath;

/** Where browsers find the API, on the host of the library. */
export const apiPathOf = ({ basePath, root }: Pick<Config, 'basePath' | 'root'>): string => basePath + root;
