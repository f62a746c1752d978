import { randomUUID } from 'node:crypto';
import type { Client } from '../client.ts';
import type { TestServer } from '../server.ts';

/** Adds an address for books, by default one that is not confirmed yet. Returns its id. */
export async function addSendAddress(
  { services }: TestServer,
  reader: Client,
  confirmedAt: string | null = null,
): Promise<string> {
  const now = new Date().toISOString();
  const { id } = await services.db
    .insertInto('send_addresses')
    .values({
      id: randomUUID(),
      user_id: reader.user?.id ?? '',
      email: `${randomUUID()}@example.org`,
      code_hash: 'a hash',
      code_ends_at: now,
      confirmed_at: confirmedAt,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
