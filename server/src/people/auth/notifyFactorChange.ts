import type { FastifyRequest } from 'fastify';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { factorChangeEmail, mailTexts } from '../mail/emailTemplates.ts';
import type { SecurityEventDetails } from '../security/securityEvents.ts';
import { userRow } from './users.ts';

type FactorChange = SecurityEventDetails['authn_factor_change'];

/** Records a change of a sign-in method in the security log and notifies the user by mail. */
export async function notifyFactorChange(
  db: Db,
  { securityLog, mail }: Pick<Services, 'securityLog' | 'mail'>,
  request: FastifyRequest,
  { userId, factor, change }: { userId: string } & FactorChange,
): Promise<void> {
  securityLog.record(request, 'authn_factor_change', userId, { factor, change });
  if (mail === null) return;
  const { email } = await userRow(db, userId);
  const message = factorChangeEmail(mailTexts(request), email, `${factor} ${change}`);
  // Not awaited, so that a slow mail server does not delay the response.
  if (message !== null)
    mail
      .send(message)
      .catch((err) => request.log.error({ err }, 'a notice of a changed sign-in method could not be mailed'));
}
