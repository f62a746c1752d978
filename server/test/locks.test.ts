import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client } from './support/client.ts';
import { sideBySide, withTwoServers } from './support/sideBySide.ts';
import { begin } from './support/tus.ts';

const cookieOf = ({ cookies }: { cookies: ReadonlyMap<string, string> }) =>
  cookies.get('lectern_refresh') ?? '';

test('[M-06] of two who register first at once, one becomes administrator', () =>
  withTwoServers(async (one, other) => {
    const visitors = [client(one.origin, '/v1'), client(other.origin, '/v1')];
    await sideBySide(
      one,
      'users',
      visitors.map(
        (visitor, i) => () =>
          visitor.register({ email: `first${i}@example.org`, password: 'long enough', name: `First ${i}` }),
      ),
    );
    assert.deepEqual(visitors.map(({ user }) => user?.roles.includes('admin')).sort(), [false, true]);
  }));

test('[M-06] two tabs that refresh the same token at once get the same successor', () =>
  withTwoServers(async (one, other) => {
    const ada = await one.reader('ada');
    const tab = client(other.origin, '/v1');
    tab.cookies.set('lectern_refresh', cookieOf(ada));
    const before = cookieOf(ada);
    await sideBySide(
      one,
      'refresh_tokens',
      [ada, tab].map((browser) => () => browser.call('POST /auth/refresh', {})),
    );
    assert.notEqual(cookieOf(ada), before);
    assert.equal(cookieOf(tab), cookieOf(ada));
    await tab.call('POST /auth/refresh', {});
  }));

test('[M-06] of two uploads begun at once, with space for one, only one is accepted', () =>
  withTwoServers(
    async (one, other) => {
      const ada = await one.reader('ada');
      const phone = client(other.origin, '/v1');
      phone.token = ada.token;
      const answers = await sideBySide(
        one,
        'uploads',
        [ada, phone].map((browser) => () => begin(browser, 60)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 413]);
    },
    { config: { quotaBytes: 100 } },
  ));
