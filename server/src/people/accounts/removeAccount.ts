import type { FastifyRequest } from 'fastify';
import { removeStaged } from '../../intake/uploads/ownUpload.ts';
import type { ErrorLog } from '../../run/common/runInBackground.ts';
import type { Services } from '../../run/services/services.ts';
import { tryPendingBlobDeletes } from '../../store/blobs/pendingBlobDeletes.ts';
import { refuseLastAdministrator } from '../admin/accounts.ts';
import { deleteUser } from '../auth/users.ts';
import { anonymizeEvents } from '../security/storedEvents.ts';

/**
 * Deletes an account with its rows and files. The security log keeps a pseudonym in its place.
 * @throws AppError last_administrator when no administrator would be left while there are other users
 */
export async function removeAccount(
  services: Services,
  userId: string,
  { request, by }: { request: FastifyRequest; by: 'reader' | 'administrator' },
): Promise<void> {
  const pseudonym = services.securityLog.pseudonym(userId);
  // Flush first, so that events still in the buffer are found below.
  await services.securityLog.flush();
  const uploads = await services.db.transaction().execute(async (db) => {
    await services.engine.acquireLock(db, 'accounts');
    await services.engine.acquireLock(db, userId);
    await refuseLastAdministrator(db, userId);
    // No other is begun before the account is gone.
    const begun = await db.selectFrom('uploads').select('id').where('user_id', '=', userId).execute();
    await deleteUser(db, userId, services.now());
    await anonymizeEvents(db, userId, pseudonym);
    return begun;
  });
  await anonymizeLateEvents(services, userId, request.log);
  const source = by === 'reader' ? { ip: request.ip, headers: request.headers, signedIn: null } : request;
  services.securityLog.record(source, 'user_deleted', pseudonym, { by });
  for (const { id } of uploads) await removeStaged(services, id, request.log);
  await tryPendingBlobDeletes(services, request.log);
}

/** Events of requests that were under way meanwhile. The account is deleted already, so errors are only logged. */
async function anonymizeLateEvents(
  { db, securityLog }: Services,
  userId: string,
  log: ErrorLog,
): Promise<void> {
  try {
    await securityLog.flush();
    await anonymizeEvents(db, userId, securityLog.pseudonym(userId));
  } catch (err) {
    log.error({ err }, 'events of a deleted account still name it');
  }
}
