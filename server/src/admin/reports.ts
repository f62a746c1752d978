import type { Report } from '@lectern/shared-contracts/api/admin.ts';
import { sql } from 'kysely';
import { type Page, type PageQuery, readPage } from '../paging/pages.ts';
import type { Db } from '../store/db.ts';

const listed = {
  order: [
    { by: 'created_at', type: 'text' },
    { by: 'id', type: 'text' },
  ],
  direction: 'desc',
  bytes: sql<number>`octet_length(body)`,
} as const;

/** Problems and messages, the newest first. */
export async function reports(db: Db, query: PageQuery): Promise<{ page: Page; total: number }> {
  const from = db.selectFrom('reports').where('kind', 'in', ['problem', 'contact']);
  const page = await readPage(query, { from, ...listed }, (rows) =>
    rows.map(
      ({ id, kind, body, created_at }): Report => ({
        id,
        created_at,
        kind: kind === 'contact' ? 'contact' : 'problem',
        body: JSON.parse(body),
      }),
    ),
  );
  const { total } = await from.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { page, total: Number(total) };
}

/** Figures of visits are shown, and kept, for 28 days. */
const vitalsDays = 28;
const mostVitals = 50_000;

/** Forgets problems and messages after `days`, and figures of visits after 28 or beyond the newest 50,000. */
export async function forgetOldReports(db: Db, now: Date, days: number): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age * 86_400_000).toISOString();
  await db
    .deleteFrom('reports')
    .where('kind', 'in', ['problem', 'contact'])
    .where('created_at', '<', before(days))
    .execute();
  const surplus = await db
    .selectFrom('reports')
    .select('created_at')
    .where('kind', '=', 'vitals')
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(mostVitals)
    .executeTakeFirst();
  const oldest = [before(vitalsDays), surplus?.created_at ?? ''].sort().at(-1) ?? '';
  await db.deleteFrom('reports').where('kind', '=', 'vitals').where('created_at', '<=', oldest).execute();
}

export async function removeReport(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reports')
    .where('id', '=', id)
    .where('kind', 'in', ['problem', 'contact'])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
