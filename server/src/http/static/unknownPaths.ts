import type { FastifyRequest } from 'fastify';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { authenticate } from '../api/authenticate.ts';

/**
 * Unknown paths below the API's root get 404. Unusual spellings (double or encoded slashes, dots, case) may stand for
 * a real path, so unauthenticated clients get 401, as they would there.
 */
export async function answerUnknownApiPath(services: Services, request: FastifyRequest): Promise<never> {
  const path = (request.raw.url ?? '').split('?')[0] ?? '';
  if (!isPlain(path)) await authenticate(services, request);
  throw new AppError('not_found');
}

function isPlain(path: string): boolean {
  return /^(\/[a-z0-9_~-][a-z0-9._~-]*)*\/?$/.test(path);
}

/** Whether a URL refers to something below the API's root, however it is spelled. */
export function isApiPath(url: string, root: string): boolean {
  const slashes = (url.split('?')[0] ?? '').replaceAll(/%2f|%5c|\\/gi, '/').replaceAll(/\/+/g, '/');
  const base = 'http://localhost';
  const path = URL.canParse(slashes, base)
    ? new URL(slashes, base).pathname.toLowerCase()
    : slashes.toLowerCase();
  return path === root.toLowerCase() || path.startsWith(`${root.toLowerCase()}/`);
}
