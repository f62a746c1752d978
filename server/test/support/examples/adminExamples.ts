import type { adminRoutes } from '@lectern/shared-contracts/api/admin.ts';
import type { flagRoutes } from '@lectern/shared-contracts/api/remotes.ts';
import { another, type ExampleContext, type Examples, plain } from './example.ts';

/** Requests of administrators. */
export function adminExamples({
  server,
  admin,
}: ExampleContext): Examples<typeof adminRoutes & typeof flagRoutes> {
  const userOfAnother = async () => (await another(server)).user?.id ?? '';
  const report = async () => {
    await server.visitor.call('POST /reports', { body: { version: '1', route: '/', error: 'x' } });
    return (await admin.call('GET /admin/reports', { query: {} })).items[0]?.id ?? '';
  };
  return {
    'GET /admin/overview': plain(),
    'PUT /admin/settings': plain({ body: { registration: 'open' } }),
    'GET /admin/users': plain(),
    'PATCH /admin/users/:id': async () => ({
      params: { id: await userOfAnother() },
      body: { admin: true },
    }),
    'DELETE /admin/users/:id': async () => ({ params: { id: await userOfAnother() } }),
    'GET /admin/users/:id/sessions': async () => ({ params: { id: await userOfAnother() } }),
    'DELETE /admin/users/:id/sessions/:sessionId': async () => {
      const by = await another(server);
      const sessionId = (await by.call('GET /auth/sessions', {})).items[0]?.id ?? '';
      return { params: { id: by.user?.id ?? '', sessionId } };
    },
    'DELETE /admin/users/:id/sessions': async () => ({ params: { id: await userOfAnother() } }),
    'POST /admin/users/:id/reset-link': async () => ({ params: { id: await userOfAnother() } }),
    'GET /admin/invitations': plain(),
    'POST /admin/invitations': plain({ body: { email: 'guest@example.org' } }),
    'DELETE /admin/invitations/:id': async () => ({
      params: { id: (await admin.call('POST /admin/invitations', { body: {} })).invitation.id },
    }),
    'GET /admin/jobs': plain(),
    'GET /admin/reports': plain(),
    'DELETE /admin/reports/:id': async () => ({ params: { id: await report() } }),
    'GET /admin/security-events': plain(),
    'GET /admin/security-events/export': plain(),
    'GET /admin/vitals': plain(),
    'GET /flags': plain(),
    'PUT /admin/part-settings': plain({ body: { remote: 'mf-lending', values: {} } }),
    'GET /admin/flags': plain(),
    'PUT /admin/flags': plain({ body: { flag: 'mf-lending/new-shelf', on: 'share', share: 0.5 } }),
  };
}
