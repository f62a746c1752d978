import { randomUUID } from 'node:crypto';
import type { PartRowPlace, partRoutes, StoredPartRow } from '@lectern/shared-contracts/api/parts.ts';
import { type Basis, withChanges } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { uuid } from '@lectern/shared-contracts/domain/uuid.ts';
import { type Selectable, sql } from 'kysely';
import type { RouteContext, RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../../store/bounds.ts';
import type { Db } from '../../../store/db.ts';
import { countOf } from '../../../store/ownRows.ts';
import { byText, JsonBytes, pageAnswer, readPage } from '../../../store/paging/pages.ts';
import { addOnce } from '../../../store/rows.ts';
import type { PartRowsTable } from '../../../store/schema.ts';
import { replacedValues } from '../../conflicts/keepReplaced.ts';

type Row = Selectable<PartRowsTable>;
type Fields = StoredPartRow['row'];

const tooLarge = text('This entry is larger than its part of Lectern may keep. Shorten it.');
const tooMany = text('This part of Lectern keeps as many entries as it may. Delete some to add others.');

/** Rows of JSON that parts keep for their readers. Every statement names the reader, the part and the collection. */
export const partHandlers: RouteHandlers<keyof typeof partRoutes> = {
  'GET /parts/:part/rows/:collection': async ({ services, db, user, params, query }) => {
    let from = rowsOf(db, user.id, params);
    for (const [field, value] of conditionsOf(query.where))
      from = from.where(services.engine.schema.jsonField('content', field), '=', value);
    const list = {
      from,
      order: byText('created_at', 'id'),
      direction: 'asc',
      bytes: sql<number>`bytes`,
    } as const;
    return pageAnswer(await readPage(query, list, (rows) => rows.map(asPartRow)));
  },

  'PUT /parts/:part/rows/:collection/:id': {
    // The registry of remotes may be in a bucket.
    untransacted: true,
    handle: async ({ services, clock, user, params, body, commit }) => {
      const limits = await services.partDeclarations.limitsOf(params);
      const change = { ...body, row: cleaned(body.row) };
      return commit(async (db) => {
        const rows = rowsOf(db, user.id, params);
        const stored = await rows.selectAll().where('id', '=', params.id).executeTakeFirst();
        const fields = stored ? withChanges(fieldsOf(stored), change.row, change.basis) : change.row;
        const set = { content: JSON.stringify(fields), updated_at: services.now().toISOString() };
        if (bytesOf(set.content) > limits.bytes) throw new AppError('limit_reached', tooLarge);
        if (stored) return asPartRow(await changeRow(db, stored, set, isUnseen(stored, change)));
        if ((await countOf(rows)) >= limits.rows) throw new AppError('limit_reached', tooMany);
        const created_at = clock.timestamp(body.created_at);
        const row = { ...params, ...set, user_id: user.id, twin_of: null, created_at };
        await addRow(db, row);
        return asPartRow(row);
      });
    },
  },

  'GET /parts/keys': async ({ services }) => ({
    keys: [services.partBackends.publicKey as Record<string, string>],
  }),
  'GET /parts/:part/backend/*': askBackend,
  'POST /parts/:part/backend/*': { untransacted: true, handle: askBackend },
  'PUT /parts/:part/backend/*': { untransacted: true, handle: askBackend },
  'DELETE /parts/:part/backend/*': { untransacted: true, handle: askBackend },

  'DELETE /parts/:part/rows/:collection/:id': async ({ db, user, params }) => {
    const { numDeletedRows } = await db
      .deleteFrom('part_rows')
      .where('user_id', '=', user.id)
      .where('part', '=', params.part)
      .where('collection', '=', params.collection)
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('not_found');
    return null;
  },
};

/** @throws AppError limit_reached; not_found when the id is another user's, or of another collection */
async function addRow(db: Db, row: Omit<Row, 'bytes'>): Promise<void> {
  await requireRoomOfPart(db, row, { rows: 1, bytes: bytesOf(row.content) });
  if ((await addOnce(db, 'part_rows', row)) === 0) throw new AppError('not_found');
}

/**
 * A part has half of the room at most, so that none takes it all. Its rows are counted only where that may matter.
 * @throws AppError limit_reached
 */
async function requireRoomOfPart(
  db: Db,
  { user_id, part }: Pick<Row, 'user_id' | 'part'>,
  added: { rows: number; bytes: number },
): Promise<void> {
  const half = { rows: limits.partRows.rows / 2, bytes: limits.partRows.bytes / 2 };
  const isMore = (has: typeof half) =>
    (added.rows > 0 && has.rows + added.rows > half.rows) ||
    (added.bytes > 0 && has.bytes + added.bytes > half.bytes);
  const all = await requireRoom(db, user_id, 'part_rows', added);
  if (all === null || !isMore(all)) return;
  const own = await db
    .selectFrom('part_rows')
    .select((eb) => [eb.fn.countAll<number>().as('rows'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('user_id', '=', user_id)
    .where('part', '=', part)
    .executeTakeFirstOrThrow();
  if (isMore({ rows: Number(own.rows), bytes: Number(own.bytes) }))
    throw new AppError('limit_reached', tooMany);
}

/** @param keepsBoth keeps the stored version as a row of its own */
async function changeRow(
  db: Db,
  { bytes, ...stored }: Row,
  set: Pick<Row, 'content' | 'updated_at'>,
  keepsBoth: boolean,
): Promise<Omit<Row, 'bytes'>> {
  if (keepsBoth) await addRow(db, { ...stored, id: randomUUID(), twin_of: stored.id });
  const grows = bytesOf(set.content) - bytes;
  await requireRoomOfPart(db, stored, { rows: 0, bytes: grows });
  await db.updateTable('part_rows').set(set).where('id', '=', stored.id).execute();
  return { ...stored, ...set };
}

type BackendContext = Pick<
  RouteContext<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /parts/:part/backend/*`>,
  'services' | 'user' | 'params' | 'query' | 'request'
>;

/** Passes a request on, without what identifies the reader to Lectern. The answer is always JSON. */
async function askBackend({
  services,
  user,
  params,
  query,
  request,
}: BackendContext): Promise<JsonBytes<unknown>> {
  const answer = await services.partBackends.ask({
    part: params.part,
    reader: user.id,
    method: request.method,
    path: params['*'],
    query,
    body: request.body,
    idempotencyKey: request.headers['idempotency-key']?.toString(),
  });
  return new JsonBytes(Buffer.from(JSON.stringify(answer)));
}

const rowsOf = (db: Db, userId: string, { part, collection }: PartRowPlace) =>
  db
    .selectFrom('part_rows')
    .where('user_id', '=', userId)
    .where('part', '=', part)
    .where('collection', '=', collection);

interface Change {
  row: Fields;
  basis?: Basis;
  keep_both?: boolean;
}

const fieldsOf = ({ content }: Pick<Row, 'content'>) => JSON.parse(content) as Fields;

/** Whether the change replaces something that its device had not seen, and wants both kept. */
function isUnseen(stored: Row, { row, basis = {}, keep_both: both }: Change): boolean {
  if (!both) return false;
  const changed = Object.fromEntries(Object.keys(basis).map((name) => [name, row[name]]));
  return replacedValues(fieldsOf(stored), { ...changed, basis }).replaced !== undefined;
}

/** Without NUL and halves of characters, which PostgreSQL cannot read in JSON. */
function cleaned(row: Fields): Fields {
  const json = JSON.stringify(row);
  return JSON.parse(json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1')) as Fields;
}

const mostConditions = 3;

/** @throws AppError invalid_request */
function conditionsOf(where: string | undefined): [field: string, value: string][] {
  if (where === undefined) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(where);
  } catch {
    parsed = null;
  }
  const conditions = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : null;
  const isValid = (entry: [string, unknown]): entry is [string, string] =>
    /^[a-z][a-z0-9_]{0,39}$/.test(entry[0]) && typeof entry[1] === 'string';
  if (conditions === null || conditions.length > mostConditions || !conditions.every(isValid))
    throw new AppError('invalid_request', undefined, [
      { field: 'where', message: 'is no JSON of up to three fields with texts' },
    ]);
  return conditions;
}

export const asPartRow = ({
  id,
  content,
  twin_of,
  created_at,
  updated_at,
}: Omit<Row, 'bytes'>): StoredPartRow => ({
  id,
  row: JSON.parse(content) as Fields,
  twin_of,
  created_at,
  updated_at,
});

/** The texts of a row, for its reader to know it by; ids of books and others are none. */
export const wordsOfRow = (content: string): string =>
  Object.values(JSON.parse(content) as Fields)
    .filter((value) => typeof value === 'string' && !uuid.test(value))
    .join('\n');
