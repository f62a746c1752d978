import { AppError } from '../errors.ts';
import type { RouteHandlers } from '../http/route.ts';

export const coverHandlers: RouteHandlers<'POST /covers-enhanced/ensure'> = {
  'POST /covers-enhanced/ensure': async () => {
    throw new AppError('not_found');
  },
};
