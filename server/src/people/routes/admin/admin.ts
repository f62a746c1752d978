import { Readable } from 'node:stream';
import type { adminRoutes, Job } from '@lectern/shared-contracts/api/admin.ts';
import type { drillRoutes } from '@lectern/shared-contracts/api/drill.ts';
import { ownAddressOf } from '../../../http/routing/ownOrigin.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { drillOfReader } from '../../../store/backup/drill/drillResults.ts';
import type { Db } from '../../../store/db.ts';
import {
  byText,
  type Page,
  type PageQuery,
  pageAnswer,
  pageOfShortList,
  readPage,
} from '../../../store/paging/pages.ts';
import {
  accountOf,
  accounts,
  removeAccount,
  setAdmin,
  setQuota,
  setSuspended,
} from '../../admin/accounts.ts';
import { overview } from '../../admin/overview.ts';
import { removeReport, reports, vitals } from '../../admin/reports.ts';
import { deviceSessions, endAllSessions, endDeviceSession } from '../../auth/credentials/refreshTokens.ts';
import {
  issueInvitation,
  openInvitations,
  revokeInvitation,
  setRegistration,
} from '../../auth/registration.ts';
import { issueResetToken, resetTokenEnd } from '../../auth/resetTokens.ts';
import { userRow } from '../../auth/users.ts';
import { invitationEmail, mailTexts } from '../../mail/emailTemplates.ts';
import { securityEventLines, securityEventPage } from '../../security/storedEvents.ts';

const invitationLimit = { tries: 100, seconds: 3600 };

export const adminHandlers: RouteHandlers<keyof typeof adminRoutes> = {
  'GET /admin/overview': async ({ services }) => overview(services),

  'PUT /admin/settings': async ({ db, body, record }) => {
    await setRegistration(db, body.registration);
    record('authz_admin', null, { action: 'registration_changed', value: body.registration });
    return null;
  },

  'GET /admin/users': async ({ db, services, query }) => {
    const { page, total } = await accounts(db, query, services.now());
    return pageAnswer(page, { total });
  },

  'PATCH /admin/users/:id': async ({ db, services, params, body, record }) => {
    await services.engine.acquireLock(db, 'accounts');
    const { admin, suspended, quota_bytes } = body;
    if (admin !== undefined && (await setAdmin(db, params.id, admin)))
      record('privilege_permissions_changed', params.id, {
        role: 'admin',
        change: admin ? 'granted' : 'revoked',
        by: 'administrator',
      });
    if (suspended !== undefined && (await setSuspended(db, params.id, suspended, services.now()))) {
      const action = suspended ? 'account_suspended' : 'suspension_ended';
      record('authz_admin', params.id, { action });
    }
    if (quota_bytes !== undefined) {
      await setQuota(db, params.id, quota_bytes);
      record('authz_admin', params.id, { action: 'quota_changed', value: String(quota_bytes) });
    }
    return null;
  },

  'DELETE /admin/users/:id': {
    untransacted: true,
    async handle({ services, user, request, params }) {
      if (params.id === user.id)
        throw new AppError('conflict', 'This is your own account: delete it on your profile page.');
      await accountOf(services.db, params.id);
      await removeAccount(services, params.id, { request, by: 'administrator' });
      return null;
    },
  },

  'GET /admin/users/:id/sessions': async ({ db, services, params, query }) => {
    await accountOf(db, params.id);
    const sessions = await deviceSessions(db, { id: params.id, sessionId: null }, services.now());
    return pageAnswer(pageOfShortList(query, sessions));
  },

  'DELETE /admin/users/:id/sessions/:sessionId': async ({ db, params, record }) => {
    if (!(await endDeviceSession(db, params.id, params.sessionId))) throw new AppError('not_found');
    record('session_ended', params.id, { reason: 'by_administrator', sessions: 1 });
    return null;
  },

  'DELETE /admin/users/:id/sessions': async ({ db, services, params, record }) => {
    await accountOf(db, params.id);
    const sessions = (await deviceSessions(db, { id: params.id, sessionId: null }, services.now())).length;
    await endAllSessions(db, params.id, services.now());
    record('session_ended', params.id, { reason: 'by_administrator', sessions });
    return null;
  },

  'POST /admin/users/:id/reset-link': async ({ db, services, request, params, record }) => {
    await accountOf(db, params.id);
    const token = await issueResetToken(db, params.id, services.now());
    record('authn_password_reset_request', params.id, { by: 'administrator' });
    return {
      url: `${ownAddressOf(request, services.config)}/login#reset=${token}`,
      expires_at: resetTokenEnd(services.now()).toISOString(),
    };
  },

  'GET /admin/invitations': async ({ db, services, query }) =>
    pageAnswer(await openInvitations(db, query, services.now())),

  'POST /admin/invitations': {
    untransacted: true,
    async handle({ services, commit, user, request, body, record }) {
      await services.limits.hit('invitation', user.id, invitationLimit);
      const { mail, config } = services;
      const { name } = await userRow(services.db, user.id);
      const answer = await commit(async (db) => {
        const { invitation, token } = await issueInvitation(db, body.email, services.now());
        const url = `${ownAddressOf(request, config)}/signup#invitation=${token}`;
        return { invitation, url, mailed: mail !== null && body.email !== undefined };
      });
      record('authz_admin', null, { action: 'invitation_created', value: answer.invitation.id });
      if (mail === null || body.email === undefined) return answer;
      // The administrator also sees the link and can pass it on.
      try {
        await mail.send(invitationEmail(mailTexts(request), body.email, name, answer.url));
        return answer;
      } catch (err) {
        request.log.error({ err }, 'an invitation could not be mailed');
        return { ...answer, mailed: false };
      }
    },
  },

  'DELETE /admin/invitations/:id': async ({ db, params, record }) => {
    if (!(await revokeInvitation(db, params.id))) throw new AppError('not_found');
    record('authz_admin', null, { action: 'invitation_revoked', value: params.id });
    return null;
  },

  'GET /admin/jobs': async ({ db, query }) => {
    const { page, counts } = await jobs(db, query);
    return pageAnswer(page, { counts });
  },

  'GET /admin/reports': async ({ db, query }) => {
    const { page, total } = await reports(db, query);
    return pageAnswer(page, { total });
  },

  'DELETE /admin/reports/:id': async ({ db, params, record }) => {
    if (!(await removeReport(db, params.id))) throw new AppError('not_found');
    record('authz_admin', null, { action: 'report_deleted', value: params.id });
    return null;
  },

  'GET /admin/security-events': async ({ services, query }) => {
    await services.securityLog.flush();
    return pageAnswer(await securityEventPage(services.db, query));
  },

  'GET /admin/security-events/export': async ({ services, record }) => {
    record('authz_admin', null, { action: 'security_log_exported' });
    await services.securityLog.flush();
    return Readable.from(securityEventLines(services.db));
  },

  'GET /admin/vitals': async ({ db, services }) => vitals(db, services.now()),
};

const lastChangedFirst = {
  order: byText('updated_at', 'id'),
  direction: 'desc',
} as const;

/**
 * Uploads in progress and the latest failures, without user names and file names, which administrators need not see.
 */
async function jobs(db: Db, query: PageQuery): Promise<{ page: Page; counts: Record<string, number> }> {
  const counted = await db
    .selectFrom('uploads')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  const from = db.selectFrom('uploads').where('state', '!=', 'done');
  const page = await readPage(query, { from, ...lastChangedFirst }, (rows) =>
    rows.map(
      ({ id, state, size, attempts, error, updated_at }): Job => ({
        id,
        attempts,
        updated_at,
        size: Number(size),
        state: state as Job['state'],
        error: error === null ? null : ((JSON.parse(error) as { error?: string }).error ?? null),
      }),
    ),
  );
  return { page, counts: Object.fromEntries(counted.map(({ state, count }) => [state, Number(count)])) };
}

export const drillHandlers: RouteHandlers<keyof typeof drillRoutes> = {
  'GET /backup-check': async ({ db, user }) => ({ last: await drillOfReader(db, user.id) }),

  'POST /admin/drill': {
    untransacted: true,
    async handle({ services, commit, record }) {
      const begun = await services.drills.start();
      record('authz_admin', null, { action: 'drill_started' });
      return commit(async () => begun);
    },
  },
};
