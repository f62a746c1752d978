import type { Report } from '@lectern/shared-contracts/api/admin.ts';
import { sql } from 'kysely';
import { type Page, type PageQuery, readPage } from '../http/pages.ts';
import type { Db } from '../services.ts';

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

export async function removeReport(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reports')
    .where('id', '=', id)
    .where('kind', 'in', ['problem', 'contact'])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
