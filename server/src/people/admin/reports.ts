import type { Report } from '@lectern/shared-contracts/api/admin.ts';
import { sql } from 'kysely';
import type { Db } from '../../store/db.ts';
import { countOf } from '../../store/ownRows.ts';
import { byText, type Page, type PageQuery, readPage } from '../../store/paging/pages.ts';

const listed = {
  order: byText('created_at', 'id'),
  direction: 'desc',
  bytes: sql<number>`octet_length(body)`,
} as const;

/** Problem reports and contact messages, newest first. */
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
  return { page, total: await countOf(from) };
}

/** Web vitals are kept for 28 days. */
const vitalsDays = 28;
const maxVitals = 50_000;
/** Limits how many reports are kept, so that a flood cannot fill the disk. */
const maxReports = 5_000;

/**
 * Deletes reports older than `days` and vitals older than 28 days, and everything beyond the newest 5,000 problems,
 * 5,000 messages and 50,000 visits.
 */
export async function forgetOldReports(
  db: Db,
  now: Date,
  days: number,
  limits = { problem: maxReports, contact: maxReports, vitals: maxVitals },
): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age * 86_400_000).toISOString();
  await db
    .deleteFrom('reports')
    .where('kind', 'in', ['problem', 'contact'])
    .where('created_at', '<', before(days))
    .execute();
  await db
    .deleteFrom('reports')
    .where('kind', '=', 'vitals')
    .where('created_at', '<', before(vitalsDays))
    .execute();
  for (const kind of ['problem', 'contact', 'vitals'] as const) {
    const ofKind = db.selectFrom('reports').where('kind', '=', kind);
    const surplus = await ofKind
      .select('created_at')
      .orderBy('created_at', 'desc')
      .limit(1)
      .offset(limits[kind])
      .executeTakeFirst();
    if (surplus === undefined) continue;
    await db
      .deleteFrom('reports')
      .where('kind', '=', kind)
      .where('created_at', '<=', surplus.created_at)
      .execute();
  }
}

export async function removeReport(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reports')
    .where('id', '=', id)
    .where('kind', 'in', ['problem', 'contact'])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
