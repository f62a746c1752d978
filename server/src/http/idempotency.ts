import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../common/errors.ts';
import type { Db } from '../store/db.ts';

/** A write that its sender may repeat: its name, and what was asked under that name. */
export interface RepeatableWrite {
  userId: string;
  key: string;
  hash: string;
}

export interface RememberedAnswer {
  status: number;
  body: unknown;
}

/** Answers are kept this long: what waits in a browser's queue may wait for weeks. */
const rememberedDays = 90;
/** Bytes of answers that are kept for a reader, with 200 more for each row; beyond them the oldest are forgotten. */
const mostBytes = 4 * 1024 ** 2;
const bytesOfRow = 200;
/** Answers of so many bytes or more are looked at at once, smaller ones after every sixteenth write or so. */
const large = 16 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, keys in order; only where an Idempotency-Key is. */
    sentBody: string | null;
  }
}

export function prepareIdempotency(app: FastifyInstance): void {
  app.decorateRequest('sentBody', null);
}

/**
 * Notes down what was asked before validation fills in what was left out: that may be another thing after an update.
 */
export const noteSentBody: preValidationAsyncHookHandler = async (request) => {
  if (request.headers['idempotency-key'] !== undefined) request.sentBody = inOrder(request.body ?? null);
};

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** @returns null when the request has no Idempotency-Key. */
export function repeatableWrite(request: FastifyRequest, userId: string): RepeatableWrite | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('invalid_request', 'The Idempotency-Key must be 1 to 200 visible characters.');
  }
  const fingerprint = `${request.method}\n${request.url}\n${request.sentBody ?? ''}`;
  return { userId, key, hash: createHash('sha256').update(fingerprint).digest('hex') };
}

/** What was answered before, if anything was. Throws idempotency_mismatch when it was asked something else. */
export async function recall(db: Db, write: RepeatableWrite): Promise<RememberedAnswer | null> {
  const row = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'status', 'body'])
    .where('user_id', '=', write.userId)
    .where('key', '=', write.key)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.request_hash !== write.hash) throw new AppError('idempotency_mismatch');
  return { status: row.status, body: JSON.parse(row.body) };
}

export async function remember(
  db: Db,
  write: RepeatableWrite,
  answer: RememberedAnswer,
  now: Date,
): Promise<void> {
  const body = JSON.stringify(answer.body ?? null);
  await db
    .insertInto('idempotency')
    .values({
      user_id: write.userId,
      key: write.key,
      request_hash: write.hash,
      status: answer.status,
      body,
      created_at: now.toISOString(),
    })
    .execute();
  if (body.length >= large || write.hash.startsWith('0')) await forgetBeyondLimit(db, write);
}

/** Keeps the newest answers of a reader, up to `mostBytes`, and always the one that was just given. */
async function forgetBeyondLimit(db: Db, { userId, key }: RepeatableWrite): Promise<void> {
  await sql`delete from idempotency where user_id = ${userId} and key <> ${key} and key in (
    select key from (
      select key, sum(bytes + ${sql.lit(bytesOfRow)}) over (order by created_at desc, key rows unbounded preceding) as total
      from idempotency where user_id = ${userId}
    ) as newest where total > ${mostBytes}
  )`.execute(db);
}

export async function forgetOldAnswers(db: Db, now: Date): Promise<void> {
  const horizon = new Date(now.getTime() - rememberedDays * 86_400_000).toISOString();
  await db.deleteFrom('idempotency').where('created_at', '<', horizon).execute();
}
