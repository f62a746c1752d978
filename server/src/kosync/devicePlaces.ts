import type { Selectable } from 'kysely';
import type { SignedInUser } from '../routing/route.ts';
import type { Db } from '../store/db.ts';
import type { DevicePlacesTable } from '../store/deviceTables.ts';

type Row = Selectable<DevicePlacesTable>;
/** `sessionId` is the id of the app password. */
type Device = Pick<SignedInUser, 'id' | 'sessionId'>;

/** The position that a device has last seen in a book. */
export async function seenPlaceOf(db: Db, device: Device, bookId: string): Promise<Row | undefined> {
  return db
    .selectFrom('device_places')
    .selectAll()
    .where('app_password_id', '=', device.sessionId)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
}

/** Records the position that a device has seen. */
export async function recordSeenPlace(
  db: Db,
  device: Device,
  bookId: string,
  changes: Partial<Pick<Row, 'seen_place_at' | 'pulled_at'>>,
): Promise<void> {
  await db
    .insertInto('device_places')
    .values({
      app_password_id: device.sessionId,
      user_id: device.id,
      book_id: bookId,
      seen_place_at: null,
      pulled_at: null,
      ...changes,
    })
    .onConflict((conflict) => conflict.columns(['app_password_id', 'book_id']).doUpdateSet(changes))
    .execute();
}
