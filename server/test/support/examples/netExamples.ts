import { randomUUID } from 'node:crypto';
import type { sendAddressRoutes } from '@lectern/shared-contracts/api/auth.ts';
import type { onlineMetadataRoutes } from '@lectern/shared-contracts/api/onlineMetadata.ts';
import { addSendAddress } from '../auth/addSendAddress.ts';
import { another, type ExampleContext, type Examples, plain, refused } from './example.ts';

/** Requests about what leaves for the net and comes from it. */
export function netExamples({
  server,
  admin,
  bookId,
}: ExampleContext): Examples<typeof sendAddressRoutes & typeof onlineMetadataRoutes> {
  const addressOf = async () => {
    const by = await another(server);
    return { by, params: { id: await addSendAddress(server, by) } };
  };
  return {
    'GET /auth/send-addresses': plain(),
    'POST /auth/send-addresses': async () => ({
      by: await another(server),
      body: { email: `${randomUUID()}@example.org` },
    }),
    // The code is in a mail.
    'POST /auth/send-addresses/:id/confirm': async () => ({
      ...(await addressOf()),
      body: { code: 'abcdefgh' },
      refused: true,
    }),
    'DELETE /auth/send-addresses/:id': addressOf,
    'POST /books/:id/send': async () => ({
      params: { id: bookId },
      body: { address_id: await addSendAddress(server, admin, new Date().toISOString()) },
    }),
    'GET /online-metadata': plain(),
    // No service may be asked.
    'POST /online-metadata': refused({ body: { title: 'The Whale' } }),
    'POST /online-metadata/cover': refused({
      body: { source: 'google', cover: 'https://example.org/1.jpg' },
    }),
  };
}
