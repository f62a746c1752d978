import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { announceSignIns } from './announceSignIns.ts';
import { createNotify } from './notify.ts';

const device = {
  id: '00000000-0000-4000-8000-0000000000d1',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0',
  first_seen_at: '2026-01-02T10:00:00.000Z',
};
const t = (text: string, values: Record<string, unknown> = {}) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));

async function announce(items: (typeof device)[], opened = 'http://localhost/dashboard') {
  const notify = createNotify();
  const seen = jest.fn(() => null);
  const { api } = createTestHost({
    routes: { 'GET /auth/new-devices': () => ({ items }), 'POST /auth/new-devices/seen': seen },
  });
  await announceSignIns({ api, notify, t, language: 'en', opened });
  return { messages: notify.history.get().map(({ message }) => message), seen };
}

test('a sign-in from a new device is shown in the notifications, once', async () => {
  const { messages, seen } = await announce([device]);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatch(/^New sign-in from Firefox on Windows on Jan 2, 2026/);
  expect(seen).toHaveBeenCalledWith({ body: { ids: [device.id] } });
});

test('several sign-ins are one message, with an unknown client as app', async () => {
  const app = { ...device, id: '00000000-0000-4000-8000-0000000000d2', user_agent: 'reader/1.0' };
  const { messages, seen } = await announce([device, app]);
  expect(messages).toEqual([
    'New sign-ins from Firefox on Windows and an app. Not you? Change your password and sign those devices out on your profile page.',
  ]);
  expect(seen).toHaveBeenCalledWith({ body: { ids: [device.id, app.id] } });
});

test('shows no message without new sign-ins', async () => {
  const { messages, seen } = await announce([]);
  expect(messages).toEqual([]);
  expect(seen).not.toHaveBeenCalled();
});

test('[O-06] reports that a provider sign-in has removed the password', async () => {
  const { messages } = await announce([], 'http://localhost/login#signed-in=password-removed');
  expect(messages[0]).toMatch(/old password was removed/);
});
