import type { bookRoutes } from '@lectern/shared-contracts/api/books.ts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { RouteHandlers } from '../http/route.ts';
import type { Services } from '../services.ts';

/** Serves what a book is made of, by signed addresses. `app` is registered below the API's root. */
export function registerContent(_app: FastifyInstance, _services: Services): void {}

export const contentHandlers: RouteHandlers<
  Extract<keyof typeof bookRoutes, 'GET /books/:id/manifest' | 'GET /books/:id/search'>
> = {
  'GET /books/:id/manifest': async () => {
    throw new AppError('not_found');
  },
  'GET /books/:id/search': async () => {
    throw new AppError('not_found');
  },
};
