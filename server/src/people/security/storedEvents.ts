import type { SecurityEvent } from '@lectern/shared-contracts/api/admin.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';

const standardPage = 50;
const exportPage = 500;

/**
 * A page of the log, newest first.
 * @throws AppError invalid_request for an invalid cursor
 */
export async function securityEventPage(
  db: Db,
  { kind, cursor, limit = standardPage }: { kind?: string; cursor?: string; limit?: number },
): Promise<{ items: SecurityEvent[]; next_cursor: string | null }> {
  let query = db
    .selectFrom('security_events as event')
    .leftJoin('users as account', 'account.id', 'event.account_id')
    .leftJoin('users as actor', 'actor.id', 'event.actor_id')
    .select([
      'event.id',
      'event.at',
      'event.kind',
      'event.account_id',
      'event.actor_id',
      'event.address',
      'event.user_agent',
      'event.details',
      'event.count',
      'account.name as account_name',
      'actor.name as actor_name',
    ])
    .orderBy('event.at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(limit + 1);
  if (kind !== undefined) query = query.where('event.kind', '=', kind);
  if (cursor !== undefined) {
    const { at, id } = positionOf(cursor);
    query = query.where((eb) =>
      eb.or([eb('event.at', '<', at), eb.and([eb('event.at', '=', at), eb('event.id', '<', id)])]),
    );
  }
  const rows = await query.execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      id: row.id,
      at: row.at,
      kind: row.kind,
      account: row.account_id === null ? null : { id: row.account_id, name: row.account_name },
      actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name },
      address: row.address,
      user_agent: row.user_agent,
      details: JSON.parse(row.details) as Record<string, unknown>,
      count: row.count,
    })),
    next_cursor: rows.length > limit && last ? `${last.at}_${last.id}` : null,
  };
}

/** The whole log as lines of JSON, read page by page. */
export async function* securityEventLines(db: Db): AsyncGenerator<string> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await securityEventPage(db, { limit: exportPage, ...(cursor ? { cursor } : {}) });
    yield page.items.map((event) => `${JSON.stringify(event)}\n`).join('');
    cursor = page.next_cursor;
  }
}

/** Anonymizes the events of a deleted account: removes who and where. */
export async function anonymizeEvents(db: Db, userId: string, pseudonym: string): Promise<void> {
  await db
    .updateTable('security_events')
    .set({ address: null, user_agent: null })
    .where((eb) => eb.or([eb('account_id', '=', userId), eb('actor_id', '=', userId)]))
    .execute();
  for (const column of ['account_id', 'actor_id'] as const)
    await db
      .updateTable('security_events')
      .set({ [column]: pseudonym })
      .where(column, '=', userId)
      .execute();
}

function positionOf(cursor: string): { at: string; id: string } {
  const [at, id] = cursor.split('_', 2);
  if (!at || !id) throw new AppError('invalid_request');
  return { at, id };
}
