import type { VitalSummary } from '@lectern/shared-contracts/api/admin.ts';
import type { Vital } from '@lectern/shared-contracts/api/system.ts';
import type { Db } from '../../store/db.ts';

const days = 28;
/** Only the newest visits are read, so that the query stays fast in a busy library. */
const maxVisits = 5_000;
/** Clients may report routes that do not exist; only the rows with the most visits are returned. */
const maxLines = 500;

/** For each metric and route over the last 28 days: the 75th percentile, and the number of good and poor visits. */
export async function vitals(
  db: Db,
  now: Date,
): Promise<{ days: number; visits: number; items: VitalSummary[] }> {
  const since = new Date(now.getTime() - days * 86_400_000).toISOString();
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
  return { days, visits: rows.length, items };
}

/** Nearest-rank method. */
function percentile75(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.75) - 1] ?? 0;
}
