import type { appPasswordRoutes } from '@lectern/shared-contracts/api/appPasswords.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { requireConfirmed } from '../../people/auth/confirmations.ts';
import { notifyFactorChange } from '../../people/auth/notifyFactorChange.ts';
import { AppError } from '../../run/common/errors.ts';
import { removeOwn } from '../../store/ownRows.ts';
import { pageAnswer, pageOfShortList } from '../../store/paging/pages.ts';
import { addAppPassword, appPasswordsOf } from '../app-passwords/appPasswords.ts';

export const appPasswordHandlers: RouteHandlers<keyof typeof appPasswordRoutes> = {
  'GET /auth/app-passwords': async ({ db, user, query }) =>
    pageAnswer(pageOfShortList(query, await appPasswordsOf(db, user.id))),

  // Untransacted: secrets must not be stored with an Idempotency-Key.
  'POST /auth/app-passwords': {
    untransacted: true,
    async handle({ services, user, request, body }) {
      await requireConfirmed(services.db, user, services.now());
      return services.engine.withLock(user.id, async (db) => {
        const added = await addAppPassword(db, services.config, {
          userId: user.id,
          name: body.name.trim(),
          scopes: body.scopes,
          now: services.now(),
        });
        const event = { userId: user.id, factor: 'app_password', change: 'added' } as const;
        // Inside commit: a password that was never shown must not be kept.
        await notifyFactorChange(db, services, request, event);
        return added;
      });
    },
  },

  'DELETE /auth/app-passwords/:id': async ({ db, services, user, request, params }) => {
    if (!(await removeOwn(db, 'app_passwords', user.id, params.id))) throw new AppError('not_found');
    const event = { userId: user.id, factor: 'app_password', change: 'removed' } as const;
    await notifyFactorChange(db, services, request, event);
    return null;
  },
};
