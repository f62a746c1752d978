import { randomUUID } from 'node:crypto';
import type { Client } from '../client.ts';
import type { TestServer } from '../server.ts';

/** Stores a passkey of a user, without an authenticator that could sign in with it. @returns its id */
export async function addPasskey({ services }: TestServer, { user }: Client): Promise<string> {
  const id = randomUUID();
  await services.db
    .insertInto('passkeys')
    .values({
      id,
      user_id: user?.id ?? '',
      credential_id: randomUUID(),
      public_key: 'AAAA',
      counter: 0,
      transports: '[]',
      name: 'Phone',
      synced: 0,
      created_at: new Date().toISOString(),
      last_used_at: null,
    })
    .execute();
  return id;
}
