import type { FastifyRequest } from 'fastify';
import { factorChangeEmail } from '../../mail/emailTemplates.ts';
import type { SecurityEventDetails } from '../../security/securityEvents.ts';
import type { Services } from '../../services/services.ts';
import type { Db } from '../../store/db.ts';

type FactorChange = SecurityEventDetails['authn_factor_change'];

/** In the e-mail to the reader. A new name is not worth one. */
const sentences: Record<string, string | undefined> = {
  'passkey added': 'A passkey was added to your account.',
  'passkey removed': 'A passkey was removed from your account.',
  'app_password added': 'An app password was made for your account.',
  'totp added': 'Signing in with your password now also asks for a code from your app.',
  'totp removed': 'Signing in with your password no longer asks for a code.',
  'recovery_codes added': 'New recovery codes were made for your account. The old ones no longer work.',
  'recovery_codes used': 'A recovery code of your account was used to sign in.',
};

/**
 * Writes into the security log that a reader signs in with something else from now on, and tells the reader by mail.
 */
export async function notifyFactorChange(
  db: Db,
  { securityLog, mail }: Pick<Services, 'securityLog' | 'mail'>,
  request: FastifyRequest,
  { userId, factor, change }: { userId: string } & FactorChange,
): Promise<void> {
  securityLog.record({ kind: 'authn_factor_change', userId, details: { factor, change } }, request);
  const sentence = sentences[`${factor} ${change}`];
  if (mail === null || sentence === undefined) return;
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  // Not waited for: a mail server that is slow must not keep the reader waiting.
  mail
    .send(factorChangeEmail(email, sentence))
    .catch((err) => request.log.error({ err }, 'a change of how a reader signs in could not be mailed'));
}
