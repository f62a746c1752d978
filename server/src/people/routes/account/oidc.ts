import type { BodyOf } from '@lectern/shared-contracts/api/route.ts';
import type { Routes } from '@lectern/shared-contracts/api/routes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseOtherSites } from '../../../http/api/authenticate.ts';
import { networkOf } from '../../../http/rateLimits/authLimits.ts';
import { apiPathOf, ownOriginOf } from '../../../http/routing/ownOrigin.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError, type ErrorCode } from '../../../run/common/errors.ts';
import { runInBackground } from '../../../run/common/runInBackground.ts';
import type { Services } from '../../../run/services/services.ts';
import { consumeAttempt, setAttemptCookie } from '../../auth/cookies.ts';
import { beginSecondStep, hasSecondFactor } from '../../auth/factors/secondFactor.ts';
import { rememberNetwork } from '../../auth/knownNetworks.ts';
import { findOrCreateAccount, type ProviderAccount } from '../../auth/oidcAccount.ts';
import { signIn } from '../../auth/signIn.ts';
import { userRow } from '../../auth/users.ts';
import { mailTexts, providerLinkedEmail } from '../../mail/emailTemplates.ts';

const limit = { tries: 60, seconds: 900 };
const redirects = { 302: { type: 'null', description: 'On to the next page' } } as const;

interface StartQuery {
  next?: string;
  stay?: string;
}

type Start = BodyOf<Routes['POST /auth/oidc/start']>;

export const oidcHandlers: RouteHandlers<'POST /auth/oidc/start'> = {
  'POST /auth/oidc/start': {
    untransacted: true,
    async handle({ services, request, reply, body }) {
      await services.limits.hit('oidc', networkOf(request), limit);
      return { url: await begin(services, request, reply, body) };
    },
  },
};

/**
 * Stores the attempt in a cookie.
 * @returns the URL to redirect to
 * @throws AppError provider_unreachable
 */
async function begin(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { next, stay = true, invitation }: Start,
): Promise<string> {
  const { oidc, config, now } = services;
  if (oidc === null) throw new AppError('provider_unreachable');
  const redirectUri = `${ownOriginOf(request, config)}${apiPathOf(config)}/auth/oidc/callback`;
  const { url, attempt } = await oidc.begin(redirectUri).catch((error) => {
    request.log.error({ err: error }, 'the provider is unreachable');
    throw new AppError('provider_unreachable');
  });
  const stored = { ...attempt, redirectUri, next: ownPath(next), stay, invitation: invitation ?? null };
  await setAttemptCookie(request, reply, config, stored, now());
  return url;
}

/**
 * The two routes of OpenID Connect, which browsers open as pages: to the provider, and back. The callback sets the
 * refresh cookie, with which the sign-in page then gets a token; errors are passed to that page in the URL fragment.
 * Other sites cannot start a sign-in. With an invitation, which is secret, the URL is requested by POST.
 */
export function registerOidc(api: FastifyInstance, services: Services): void {
  const { limits } = services;

  api.get<{ Querystring: StartQuery }>(
    '/auth/oidc/start',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'To the provider of OpenID Connect',
        tags: ['auth'],
        security: [],
        response: redirects,
      },
    },
    async (request, reply) => {
      refuseOtherSites(request, services.config);
      await limits.hit('oidc', networkOf(request), limit);
      const { next, stay } = request.query;
      const start = { stay: stay !== '0', ...(next === undefined ? {} : { next }) };
      return begin(services, request, reply, start).then(
        (url) => reply.redirect(url),
        () => back(reply, services.config, 'provider_unreachable'),
      );
    },
  );

  api.get(
    '/auth/oidc/callback',
    {
      exposeHeadRoute: false,
      schema: { summary: 'Back from the provider', tags: ['auth'], security: [], response: redirects },
    },
    async (request, reply) => {
      await limits.hit('oidc', networkOf(request), limit);
      reply.header('cache-control', 'no-store');
      const next = await complete(services, request, reply).catch((error: unknown) => {
        if (error instanceof AppError) return error.code;
        request.log.warn({ err: error }, 'a sign-in with the provider failed');
        services.securityLog.record(request, 'authn_login_fail', null, {
          method: 'provider',
          reason: 'provider_refused',
        });
        return 'provider_refused' as const;
      });
      if (typeof next === 'string') return back(reply, services.config, next);
      const { to, codeToken, passwordRemoved } = next;
      const signedIn = passwordRemoved ? 'signed-in=password-removed' : 'signed-in';
      const rest = codeToken === null ? signedIn : `code=${codeToken}`;
      return reply.redirect(
        `${services.config.basePath}/login${to ? `?next=${encodeURIComponent(to)}` : ''}#${rest}`,
      );
    },
  );
}

async function complete(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ to: string | null; codeToken: string | null; passwordRemoved: boolean }> {
  const attempt = await consumeAttempt(request, reply, services.config, services.now());
  if (services.oidc === null || attempt === null) throw new AppError('provider_refused');
  const answer = new URL(attempt.redirectUri);
  answer.search = new URL(request.raw.url ?? '', attempt.redirectUri).search;
  const person = await services.oidc.complete(answer, attempt);
  const account = await services.db.transaction().execute(async (db) => {
    const owner = await findOrCreateAccount(db, services, person, attempt.invitation);
    if (await hasSecondFactor(db, owner.userId)) {
      const { token } = await beginSecondStep(db, services, owner.userId, attempt.stay);
      return { ...owner, codeToken: token };
    }
    const { user } = await signIn(db, { services, request, reply }, owner.userId, attempt.stay, 'provider');
    return { ...owner, codeToken: null, email: user.email };
  });
  if ('email' in account) await rememberNetwork(services, request, account.email);
  recordProviderSignIn(services, request, account);
  if (account.outcome === 'joined') await mailJoined(services, request, account);
  return {
    to: attempt.next,
    codeToken: account.codeToken,
    passwordRemoved: account.passwordRemoved === true,
  };
}

function recordProviderSignIn(
  { securityLog }: Services,
  request: FastifyRequest,
  { userId, outcome, passwordRemoved = false, codeToken }: ProviderAccount & { codeToken: string | null },
): void {
  const method = 'provider';
  if (outcome === 'created') securityLog.record(request, 'user_created', userId, { method });
  if (outcome === 'joined') {
    securityLog.record(request, 'authn_factor_change', userId, { factor: 'provider', change: 'added' });
    if (passwordRemoved)
      securityLog.record(request, 'authn_factor_change', userId, { factor: 'password', change: 'removed' });
    securityLog.record(request, 'session_ended', userId, { reason: 'provider_joined' });
  }
  if (codeToken === null) securityLog.record(request, 'authn_login_success', userId, { method });
}

/** Tells the user by mail that the account was linked. Not awaited; errors are logged. */
async function mailJoined(
  { db, mail, oidc, config }: Services,
  request: FastifyRequest,
  { userId, passwordRemoved = false }: ProviderAccount,
): Promise<void> {
  if (mail === null) return;
  const user = await userRow(db, userId);
  const login = `${config.origin}${config.basePath}/login`;
  const message = providerLinkedEmail(mailTexts(request), user, {
    provider: oidc?.name ?? '',
    passwordRemoved,
    login,
  });
  runInBackground(
    () => mail.send(message),
    request.log,
    'the mail about a new way to sign in could not be sent',
  );
}

/** Back to the sign-in page, which has a message for every code. */
const back = (reply: FastifyReply, { basePath }: Services['config'], code: ErrorCode) =>
  reply.redirect(`${basePath}/login#sign-in-failed=${code}`);

function ownPath(path: string | undefined): string | null {
  return path !== undefined && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) && path.length < 500 ? path : null;
}
