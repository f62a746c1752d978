import { randomUUID } from 'node:crypto';
import type { appPasswordRoutes } from '@lectern/shared-contracts/api/appPasswords.ts';
import type { authRoutes } from '@lectern/shared-contracts/api/auth.ts';
import type { factorRoutes } from '@lectern/shared-contracts/api/factors.ts';
import { another, type ExampleContext, type Examples, plain, refused } from './example.ts';

/** Requests about accounts: sign-in, second factors, app passwords. */
export function accountExamples({
  server,
  admin,
}: ExampleContext): Examples<typeof authRoutes & typeof factorRoutes & typeof appPasswordRoutes> {
  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
  return {
    'GET /auth/methods': plain(),
    'GET /auth/sessions': plain(),
    'GET /auth/new-devices': plain(),
    'POST /auth/new-devices/seen': plain({ body: { ids: [] } }),
    'DELETE /auth/sessions/:id': async () => {
      const by = await another(server);
      return { by, params: { id: (await by.call('GET /auth/sessions', {})).items[0]?.id ?? '' } };
    },
    'POST /auth/register': async () => ({
      body: { email: `${randomUUID()}@example.org`, password: 'a whale of a password', name: 'New' },
    }),
    'POST /auth/login': plain({ body: { email: 'admin@example.org', password: 'password of admin' } }),
    // No provider is configured.
    'POST /auth/oidc/start': async () => ({ body: {}, unavailable: true }),
    'POST /auth/logout': async () => ({ by: await another(server) }),
    'POST /auth/logout-everywhere': async () => ({ by: await another(server) }),
    'POST /auth/refresh': async () => ({ by: await another(server) }),
    'POST /auth/seal-key': plain(),
    'GET /auth/profile': plain(),
    'PUT /auth/profile': plain({ body: { name: 'Changed', preferences: { theme: 'dark' } } }),
    'POST /auth/change-password': async () => {
      const by = await another(server);
      const currentPassword = `password of ${by.user?.name}`;
      return { by, body: { currentPassword, newPassword: 'another whale of a password' } };
    },
    'POST /auth/reset-password': plain({ body: { email: 'admin@example.org' } }),
    'POST /auth/reset-password/confirm': async () => {
      const { user } = await another(server);
      const { url } = await admin.call('POST /admin/users/:id/reset-link', {
        params: { id: user?.id ?? '' },
      });
      return {
        body: { token: new URL(url).hash.replace('#reset=', ''), password: 'another whale of a password' },
      };
    },
    'DELETE /auth/delete-account': async () => {
      const by = await another(server);
      return { by, body: { password: `password of ${by.user?.name}` } };
    },
    'GET /auth/factors': plain(),
    'POST /auth/passkeys/options': refused(),
    'POST /auth/passkeys': refused({
      body: {
        name: 'Phone',
        response: { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
      },
    }),
    'PATCH /auth/passkeys/:id': refused({ params: { id: randomUUID() }, body: { name: 'Phone' } }),
    'DELETE /auth/passkeys/:id': refused({ params: { id: randomUUID() } }),
    'POST /auth/sign-in/passkey/options': refused(),
    'POST /auth/sign-in/passkey': refused({
      body: {
        response: {
          ...credential,
          response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
        },
      },
    }),
    'POST /auth/sign-in/code': refused({ body: { token: 'x', code: '123456' } }),
    'POST /auth/second-factor/setup': plain(),
    'POST /auth/second-factor': refused({ body: { code: '123456' } }),
    'POST /auth/second-factor/recovery-codes': refused(),
    'DELETE /auth/second-factor': refused(),
    'POST /auth/confirm/passkey/options': refused(),
    'POST /auth/confirm': plain({ body: { password: 'password of admin' } }),
    'GET /auth/app-passwords': plain(),
    'POST /auth/app-passwords': plain({ body: { name: 'Kobo', scopes: ['read', 'progress'] } }),
    'DELETE /auth/app-passwords/:id': async () => ({
      params: {
        id: (await admin.call('POST /auth/app-passwords', { body: { name: 'Kobo', scopes: ['read'] } })).id,
      },
    }),
  };
}
