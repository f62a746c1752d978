import type { Job } from '@lectern/shared-contracts/api/admin.ts';
import type { Db } from '../../store/db.ts';
import { byText, type Page, type PageQuery, readPage } from '../../store/paging/pages.ts';

const lastChangedFirst = {
  order: byText('updated_at', 'id'),
  direction: 'desc',
} as const;

/**
 * Uploads in progress and the latest failures, without user names and file names, which administrators need not see.
 */
export async function jobs(
  db: Db,
  query: PageQuery,
): Promise<{ page: Page; counts: Record<string, number> }> {
  const counted = await db
    .selectFrom('uploads')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  const from = db.selectFrom('uploads').where('state', '!=', 'done');
  const page = await readPage(query, { from, ...lastChangedFirst }, (rows) =>
    rows.map(
      ({ id, state, size, attempts, error, updated_at }): Job => ({
        id,
        attempts,
        updated_at,
        size: Number(size),
        state: state as Job['state'],
        error: error === null ? null : ((JSON.parse(error) as { error?: string }).error ?? null),
      }),
    ),
  );
  return { page, counts: Object.fromEntries(counted.map(({ state, count }) => [state, Number(count)])) };
}
