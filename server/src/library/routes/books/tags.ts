import type { SmartRule } from '@lectern/shared-contracts/api/collections.ts';
import { cleanTags, tagKey } from '@lectern/shared-contracts/domain/books/tags.ts';
import { sql } from 'kysely';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { bytesOf, requireRoom } from '../../../store/bounds.ts';
import type { Db } from '../../../store/db.ts';
import { changeRows } from '../../../store/rows.ts';
import { isTagged, tagColumns } from '../../books/tags.ts';

export const tagHandlers: RouteHandlers<'POST /books/tags'> = {
  'POST /books/tags': async ({ db, services, user, body }) => {
    const now = services.now().toISOString();
    const renamed = renaming(body);
    if (body.to !== null) await renameInRules(db, user.id, renamed, now);
    return { changed: await renameInBooks(db, user.id, body.tag, renamed, now) };
  },
};

type Renaming = (tags: readonly string[]) => string[];

function renaming({ tag, to }: { tag: string; to: string | null }): Renaming {
  const key = tagKey(tag);
  return (tags) => cleanTags(tags.flatMap((other) => (tagKey(other) === key ? (to ?? []) : other)));
}

/** @returns the number of books that had the tag */
async function renameInBooks(
  db: Db,
  userId: string,
  tag: string,
  renamed: Renaming,
  now: string,
): Promise<number> {
  // Many books have the same tags: one statement changes them.
  const lists = await db
    .selectFrom('books')
    .select(({ fn }) => ['tags', fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where(isTagged(tag))
    .groupBy('tags')
    .execute();
  const changes = lists.map(({ tags, count }) => ({
    before: tags,
    after: tagColumns(renamed(JSON.parse(tags))),
    count: Number(count),
  }));
  const bytes = changes.reduce(
    (sum, { before, after, count }) => sum + count * (bytesOf(after.tags) - bytesOf(before)),
    0,
  );
  await requireRoom(db, userId, 'books', { rows: 0, bytes });
  for (const { before, after } of changes)
    await changeRows(
      db,
      'books',
      { user_id: userId, tags: before },
      { ...after, revision: sql<number>`revision + 1`, updated_at: now },
    );
  return changes.reduce((sum, { count }) => sum + count, 0);
}

/** A smart collection of the tag follows it to its new name. */
async function renameInRules(db: Db, userId: string, renamed: Renaming, now: string): Promise<void> {
  const collections = await db
    .selectFrom('collections')
    .select(['id', 'rule'])
    .where('user_id', '=', userId)
    .where('rule', 'is not', null)
    .execute();
  for (const { id, rule } of collections) {
    const before = JSON.parse(rule ?? '{}') as SmartRule;
    const after = JSON.stringify({ ...before, ...(before.tags ? { tags: renamed(before.tags) } : {}) });
    if (after !== rule) await changeRows(db, 'collections', { id }, { rule: after, updated_at: now });
  }
}
