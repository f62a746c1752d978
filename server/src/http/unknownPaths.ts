import type { FastifyRequest } from 'fastify';
import { AppError } from '../common/errors.ts';
import type { Services } from '../services/services.ts';
import { whoAsks } from './authenticate.ts';

/**
 * Below the API's root an unknown path is 404. One that is written oddly (doubled or encoded slashes, dots, another
 * case) may stand for a plain one, so to nobody it says what that would say: 401.
 */
export async function answerUnknownApiPath(services: Services, request: FastifyRequest): Promise<never> {
  const path = (request.raw.url ?? '').split('?')[0] ?? '';
  if (!isPlain(path)) await whoAsks(services, request);
  throw new AppError('not_found');
}

function isPlain(path: string): boolean {
  return /^(\/[a-z0-9_~-][a-z0-9._~-]*)*\/?$/.test(path);
}

/** Does this address stand for something below the API's root, however it is written? */
export function meansApi(url: string, root: string): boolean {
  const slashes = (url.split('?')[0] ?? '').replaceAll(/%2f|%5c|\\/gi, '/').replaceAll(/\/+/g, '/');
  const base = 'http://localhost';
  const path = URL.canParse(slashes, base)
    ? new URL(slashes, base).pathname.toLowerCase()
    : slashes.toLowerCase();
  return path === root.toLowerCase() || path.startsWith(`${root.toLowerCase()}/`);
}
