import type { Report, VitalSummary } from '@lectern/shared-contracts/api/admin.ts';
import type { Vital } from '@lectern/shared-contracts/api/system.ts';
import { sql } from 'kysely';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { countOf } from '../../store/ownRows.ts';
import { byText, type Page, type PageQuery, readPage } from '../../store/paging/pages.ts';
import { changeRows, removeRows } from '../../store/rows.ts';
import { contactEmail } from '../mail/emailTemplates.ts';

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

export async function removeReport(db: Db, id: string): Promise<boolean> {
  return (await removeRows(db, 'reports', { id, kind: ['problem', 'contact'] })) > 0;
}

/** Visits are kept for as long as they are shown. */
export const vitalsDays = 28;
/** Only the newest visits are read, so that the query stays fast in a busy library. */
const maxVisits = 5_000;
/** Clients may report routes that do not exist; only the rows with the most visits are returned. */
const maxLines = 500;

/** For each metric and route over the last 28 days: the 75th percentile, and the number of good and poor visits. */
export async function vitals(
  db: Db,
  now: Date,
): Promise<{ days: number; visits: number; items: VitalSummary[] }> {
  const since = new Date(now.getTime() - vitalsDays * 86_400_000).toISOString();
  const rows = await db
    .selectFrom('reports')
    .select('body')
    .where('kind', '=', 'vitals')
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(maxVisits)
    .execute();
  const groups = new Map<string, { name: string; route: string; seen: Vital[] }>();
  for (const { body } of rows) {
    const { route, metrics } = JSON.parse(body) as { route: string; metrics: Vital[] };
    for (const metric of metrics) {
      const key = `${route} ${metric.name}`;
      const group = groups.get(key) ?? { name: metric.name, route, seen: [] };
      group.seen.push(metric);
      groups.set(key, group);
    }
  }
  const items = [...groups.values()]
    .map(({ name, route, seen }) => ({
      name,
      route,
      count: seen.length,
      p75: percentile75(seen.map(({ value }) => value)),
      good: seen.filter(({ rating }) => rating === 'good').length,
      poor: seen.filter(({ rating }) => rating === 'poor').length,
    }))
    .sort((a, b) => b.count - a.count)
    .slice(0, maxLines)
    .sort((a, b) => a.route.localeCompare(b.route) || a.name.localeCompare(b.name));
  return { days: vitalsDays, visits: rows.length, items };
}

/** Nearest-rank method. */
function percentile75(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.75) - 1] ?? 0;
}

const retryDays = 7;

/**
 * Sends the contact messages that have not been mailed yet. They are stored first; housekeeping retries failed ones
 * for a week.
 */
export async function sendContact({ db, mail, now }: Pick<Services, 'db' | 'mail' | 'now'>): Promise<void> {
  if (mail === null) return;
  const since = new Date(now().getTime() - retryDays * 86_400_000).toISOString();
  const waiting = await db
    .selectFrom('reports')
    .select(['id', 'body'])
    .where('kind', '=', 'contact')
    .where('mailed_at', 'is', null)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .limit(50)
    .execute();
  for (const { id, body } of waiting) {
    const mine = await changeRows(db, 'reports', { id, mailed_at: null }, { mailed_at: now().toISOString() });
    // Another process has claimed it.
    if (mine === 0) continue;
    try {
      await mail.send(contactEmail(mail.operator, JSON.parse(body)));
    } catch (error) {
      await changeRows(db, 'reports', { id }, { mailed_at: null });
      throw error;
    }
  }
}
