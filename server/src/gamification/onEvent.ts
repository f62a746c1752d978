import { isPaidAction, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import type { Services } from '../services.ts';
import type { Db } from '../store/db.ts';
import { credit } from './ledger.ts';
import { type Reader, readerOf } from './reader.ts';
import { type Settled, settle } from './settle.ts';

/**
 * Something is said to have happened. What happens once a day is proven by the reader being here now, and is written
 * down for today by the reader's own clock; everything else is looked up in the store, whatever was said.
 */
export async function recordEvent(
  db: Db,
  services: Pick<Services, 'now'>,
  event: { userId: string; action: string },
): Promise<Settled & { reader: Reader }> {
  const reader = await readerOf(db, event.userId, services.now());
  let credited = 0;
  if (isPaidAction(event.action) && ruleOf(event.action).per === 'day') {
    const { points } = ruleOf(event.action);
    credited = await credit(
      db,
      reader.userId,
      [{ action: event.action, event: reader.today, points, day: reader.today }],
      reader.now,
    );
  }
  const settled = await settle(db, reader);
  return { ...settled, credited: credited + settled.credited, reader };
}
