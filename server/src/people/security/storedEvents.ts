import type { SecurityEvent } from '@lectern/shared-contracts/api/admin.ts';
import type { Db } from '../../store/db.ts';
import { byText, type Page, type PageQuery, readPage } from '../../store/paging/pages.ts';

const newestFirst = { order: byText('at', 'id'), direction: 'desc' } as const;
const standardPage = 50;
const exportPage = 500;

/**
 * A page of the log, newest first.
 * @throws AppError invalid_request for an invalid cursor
 */
export async function securityEventPage(
  db: Db,
  { kind, limit = standardPage, cursor }: PageQuery & { kind?: string },
): Promise<Page> {
  const all = db.selectFrom('security_events');
  const from = kind === undefined ? all : all.where('kind', '=', kind);
  return readPage({ limit, cursor }, { from, ...newestFirst }, async (rows) => {
    // PostgreSQL does not accept an empty list.
    const ids = ['', ...rows.flatMap(({ account_id, actor_id }) => [account_id ?? '', actor_id ?? ''])];
    const users = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
    const names = new Map(users.map(({ id, name }) => [id, name]));
    const person = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? null });
    return rows.map(
      ({ account_id, actor_id, by_strangers: _, details, ...row }): SecurityEvent => ({
        ...row,
        account: person(account_id),
        actor: person(actor_id),
        details: JSON.parse(details),
      }),
    );
  });
}

/** The whole log as lines of JSON, read page by page. */
export async function* securityEventLines(db: Db): AsyncGenerator<string> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await securityEventPage(db, { limit: exportPage, ...(cursor ? { cursor } : {}) });
    yield page.items.map((event) => `${event}\n`).join('');
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
