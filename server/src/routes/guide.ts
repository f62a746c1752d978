import { AppError } from '../errors.ts';
import type { RouteHandlers } from '../http/route.ts';

export const guideHandlers: RouteHandlers<'POST /guide'> = {
  'POST /guide': async () => {
    throw new AppError('not_found');
  },
};
