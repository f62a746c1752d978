import { removeDoomedBlobs } from '../blobs/doomed.ts';
import type { Services } from '../services.ts';
import { deleteUser } from './users.ts';

/** Deletes an account with its rows and its files. */
export async function removeAccount(services: Services, userId: string): Promise<void> {
  const uploads = await services.db
    .selectFrom('uploads')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  await services.db.transaction().execute(async (db) => {
    await services.engine.takeTurn(db, userId);
    await deleteUser(db, userId, services.now());
  });
  for (const { id } of uploads) await services.staging.remove(id);
  await removeDoomedBlobs(services);
}
