import type { Report } from '@lectern/shared-contracts/api/admin.ts';
import type { Db } from '../services.ts';

/** Problems and messages, the newest first. */
export async function reports(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: Report[]; total: number }> {
  const asked = db.selectFrom('reports').where('kind', 'in', ['problem', 'contact']);
  const rows = await asked
    .select(['id', 'kind', 'body', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await asked.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const items = rows.map(({ body, kind, ...row }) => ({
    ...row,
    kind: kind === 'contact' ? ('contact' as const) : ('problem' as const),
    body: JSON.parse(body) as Record<string, string>,
  }));
  return { items, total: Number(total) };
}

export async function removeReport(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reports')
    .where('id', '=', id)
    .where('kind', 'in', ['problem', 'contact'])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
