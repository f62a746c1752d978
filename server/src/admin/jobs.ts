import type { Job } from '@lectern/shared-contracts/api/admin.ts';
import type { Db } from '../services.ts';

const mostShown = 50;

/** What is under way, and what was refused last; of whom and by what name is not the administrator's business. */
export async function jobs(db: Db): Promise<{ counts: Record<string, number>; items: Job[] }> {
  const counted = await db
    .selectFrom('uploads')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'state', 'size', 'attempts', 'error', 'updated_at'])
    .where('state', '!=', 'done')
    .orderBy('updated_at', 'desc')
    .limit(mostShown)
    .execute();
  return {
    counts: Object.fromEntries(counted.map(({ state, count }) => [state, Number(count)])),
    items: rows.map(({ state, error, size, ...row }) => ({
      ...row,
      size: Number(size),
      state: state as Job['state'],
      error: error === null ? null : ((JSON.parse(error) as { error?: string }).error ?? null),
    })),
  };
}
