import type { FastifyRequest } from 'fastify';
import type { SecurityLog } from '../security/securityLog.ts';
import { canonicalEmail } from './users.ts';

interface FailedSignIn {
  method: 'password' | 'app_password';
  email: string;
  /** The account with this address. */
  userId: string | undefined;
}

/** Records a sign-in with a wrong password, or for an unknown account, in the security log. */
export function recordWrongPassword(
  securityLog: SecurityLog,
  request: FastifyRequest,
  { method, email, userId }: FailedSignIn,
): void {
  const details =
    userId === undefined
      ? ({ reason: 'unknown_account', account_hash: securityLog.pseudonym(canonicalEmail(email)) } as const)
      : ({ reason: 'wrong_password' } as const);
  securityLog.record(request, 'authn_login_fail', userId ?? null, { method, ...details });
}
