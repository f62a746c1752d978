import type { adminRoutes } from '@lectern/shared-contracts/api/admin.ts';
import { accounts, setAdmin } from '../admin/accounts.ts';
import { jobs } from '../admin/jobs.ts';
import { overview } from '../admin/overview.ts';
import { removeReport, reports } from '../admin/reports.ts';
import { vitals } from '../admin/vitals.ts';
import { issueInvitation, openInvitations, takeBackInvitation } from '../auth/invitations.ts';
import { setRegistration } from '../auth/registration.ts';
import { removeAccount } from '../auth/removeAccount.ts';
import { issueResetToken, resetTokenEnd } from '../auth/resetTokens.ts';
import { AppError } from '../errors.ts';
import { ownOriginOf } from '../http/ownOrigin.ts';
import type { RouteHandlers } from '../http/route.ts';
import { invitationLetter } from '../mail/letters.ts';
import type { Db } from '../services.ts';

const invitationLimit = { tries: 100, seconds: 3600 };

export const adminHandlers: RouteHandlers<keyof typeof adminRoutes> = {
  'GET /admin/overview': async ({ services }) => overview(services),

  'PUT /admin/settings': async ({ db, body }) => {
    await setRegistration(db, body.registration);
    return null;
  },

  'GET /admin/users': async ({ db, services, query: { limit = 50, offset = 0 } }) =>
    accounts(db, { limit, offset, now: services.now() }),

  'PATCH /admin/users/:id': async ({ db, services, params, body }) => {
    await services.engine.takeTurn(db, 'accounts');
    await setAdmin(db, params.id, body.admin);
    return null;
  },

  'DELETE /admin/users/:id': {
    untransacted: true,
    async handle({ services, user, params }) {
      if (params.id === user.id)
        throw new AppError('conflict', 'This is your own account: delete it on your profile page.');
      await mustExist(services.db, params.id);
      await removeAccount(services, params.id);
      return null;
    },
  },

  'POST /admin/users/:id/reset-link': async ({ db, services, request, params }) => {
    await mustExist(db, params.id);
    const token = await issueResetToken(db, params.id, services.now());
    return {
      url: `${ownOriginOf(request, services.config)}/login#reset=${token}`,
      expires_at: resetTokenEnd(services.now()).toISOString(),
    };
  },

  'GET /admin/invitations': async ({ db, services }) => ({
    items: await openInvitations(db, services.now()),
  }),

  'POST /admin/invitations': {
    untransacted: true,
    async handle({ services, commit, user, request, body }) {
      await services.limits.hit('invitation', user.id, invitationLimit);
      const { mail, config } = services;
      const answer = await commit(async (db) => {
        const { invitation, token } = await issueInvitation(db, body.email, services.now());
        const url = `${ownOriginOf(request, config)}/signup#invitation=${token}`;
        return { invitation, url, mailed: mail !== null && body.email !== undefined };
      });
      if (mail === null || body.email === undefined) return answer;
      const { name } = await services.db
        .selectFrom('users')
        .select('name')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
      // The link is on the screen as well, to be handed over by hand.
      return mail.send(invitationLetter(body.email, name, answer.url)).then(
        () => answer,
        (error) => {
          request.log.error({ err: error }, 'an invitation could not be mailed');
          return { ...answer, mailed: false };
        },
      );
    },
  },

  'DELETE /admin/invitations/:id': async ({ db, params }) => {
    if (!(await takeBackInvitation(db, params.id))) throw new AppError('not_found');
    return null;
  },

  'GET /admin/jobs': async ({ db }) => jobs(db),

  'GET /admin/reports': async ({ db, query: { limit = 50, offset = 0 } }) => reports(db, { limit, offset }),

  'DELETE /admin/reports/:id': async ({ db, params }) => {
    if (!(await removeReport(db, params.id))) throw new AppError('not_found');
    return null;
  },

  'GET /admin/vitals': async ({ db, services }) => vitals(db, services.now()),
};

async function mustExist(db: Db, id: string): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  if (user === undefined) throw new AppError('not_found');
}
