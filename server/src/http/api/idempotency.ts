import { createHash } from 'node:crypto';
import { waitingHeader } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';
import { addRows, findRow } from '../../store/rows.ts';
import type { SignedInUser } from '../routing/route.ts';

/** A write that may be repeated: its key, and a digest of the request. */
export interface RepeatableWrite {
  userId: string;
  key: string;
  hash: string;
  sessionId: string;
  /** Number of other writes that wait on the device; null when it does not tell. */
  waiting: number | null;
}

export interface StoredResponse {
  status: number;
  body: unknown;
}

/** Responses are kept this long, since writes may wait in a browser's queue for weeks. */
export const retentionDays = 90;
/** Bytes of responses kept per user, plus 200 for each row; beyond that the oldest are deleted. */
const maxBytes = 4 * 1024 ** 2;
const bytesOfRow = 200;
/** The limit is checked at once for large responses, else after about every sixteenth write. */
const largeResponse = 16 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON as it was sent, before validation fills in defaults; only when there is an Idempotency-Key. */
    sentBody: string | null;
  }
}

export function prepareIdempotency(app: FastifyInstance): void {
  app.decorateRequest('sentBody', null);
}

/** JSON with sorted keys. */
function canonicalJson(json: string): string {
  return JSON.stringify(JSON.parse(json), (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** @returns null when the request has no Idempotency-Key */
export function repeatableWrite(
  request: FastifyRequest,
  { id: userId, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
): RepeatableWrite | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('invalid_request', 'The Idempotency-Key must be 1 to 200 visible characters.');
  }
  const fingerprint = `${request.method}\n${request.url}\n${canonicalJson(request.sentBody ?? 'null')}`;
  const said = request.headers[waitingHeader.toLowerCase()];
  return {
    userId,
    key,
    hash: createHash('sha256').update(fingerprint).digest('hex'),
    sessionId,
    waiting: typeof said === 'string' && /^\d{1,6}$/.test(said) ? Number(said) : null,
  };
}

/**
 * The stored response, if any.
 * @throws AppError idempotency_mismatch when the request differs
 */
export async function findStoredResponse(db: Db, write: RepeatableWrite): Promise<StoredResponse | null> {
  const row = await findRow(db, 'idempotency', { user_id: write.userId, key: write.key }, [
    'request_hash',
    'status',
    'body',
  ]);
  if (row === undefined) return null;
  if (row.request_hash !== write.hash) throw new AppError('idempotency_mismatch');
  return { status: row.status, body: JSON.parse(row.body) };
}

export async function storeResponse(
  db: Db,
  write: RepeatableWrite,
  response: StoredResponse,
  now: Date,
): Promise<void> {
  const body = JSON.stringify(response.body ?? null);
  await addRows(db, 'idempotency', {
    user_id: write.userId,
    key: write.key,
    request_hash: write.hash,
    status: response.status,
    body,
    created_at: now.toISOString(),
    session_id: write.sessionId,
    waiting: write.waiting,
  });
  if (body.length >= largeResponse || write.hash.startsWith('0')) await forgetBeyondLimit(db, write);
}

/** Deletes the oldest responses of a user beyond `maxBytes`, but never the latest. */
async function forgetBeyondLimit(db: Db, { userId, key }: RepeatableWrite): Promise<void> {
  await sql`delete from idempotency where user_id = ${userId} and key <> ${key} and key in (
    select key from (
      select key, sum(bytes + ${sql.lit(bytesOfRow)}) over (order by created_at desc, key rows unbounded preceding) as total
      from idempotency where user_id = ${userId}
    ) as newest where total > ${maxBytes}
  )`.execute(db);
}
