/** @jest-environment node */
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { type AuthApi, createAuthApi } from './authApi.ts';

const fromServer = { 'lectern-api': '1' };

function setUp(status: number, body: unknown, headers: HeadersInit = fromServer) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetcher = async (url: RequestInfo | URL, init?: RequestInit) => {
    sent.push({ url: String(url), init: init ?? {} });
    return { status, ok: status < 400, headers: new Headers(headers), json: async () => body } as Response;
  };
  return { api: createAuthApi('/v1', () => 'fr', fetcher), sent };
}

describe('the auth API', () => {
  it('[LG-08] sends calls to the server root with cookies, version and environment', async () => {
    const { api, sent } = setUp(200, { token: 't', user: testUser });
    expect(await api.login({ email: 'a@b.c', password: 'p' })).toEqual({ token: 't', user: testUser });
    expect(sent[0]?.url).toBe('/v1/auth/login');
    expect(sent[0]?.init).toMatchObject({
      credentials: 'include',
      headers: {
        'Accept-Language': 'fr',
        'X-App-Version': expect.any(String),
        'X-App-Environment': expect.any(String),
      },
    });
  });

  it.each([
    ['its error field', { error: 'Too many tries.' }, 'Too many tries.'],
    ['its message field', { message: 'Closed for the night.' }, 'Closed for the night.'],
    ['nothing to read', '<html>', 'Request failed (503)'],
    ['nothing at all', null, 'Request failed (503)'],
  ])('[LG-05] a rejection has the server’s message: %s', async (_, body, message) => {
    await expect(setUp(503, body).api.refresh(null)).rejects.toMatchObject({ message, status: 503 });
  });

  it('[LG-05] reports a network error when there is no response', async () => {
    const api = createAuthApi(
      '/v1',
      () => 'fr',
      () => Promise.reject(new TypeError('Failed to fetch')),
    );
    await expect(api.refresh(null)).rejects.toMatchObject({
      message: 'Network error. Please check your connection.',
      status: 0,
    });
  });

  it.each([
    [200, null],
    [401, { error: 'Sign in to this network.' }],
    [403, '<html>'],
    [200, { token: 't', user: testUser }],
  ])('[Y-08] treats a foreign page with status %i as neither success nor rejection', async (status, body) => {
    await expect(setUp(status, body, {}).api.refresh(null)).rejects.toMatchObject({ status: 0 });
  });

  it.each([
    [502, 'Request failed (502)'],
    [500, 'Request failed (500)'],
    [403, 'Request failed (403)'],
    [200, 'Network error. Please check your connection.'],
  ])('[LG-05] [W-03] says what a proxy has answered with status %i', async (status, message) => {
    const { api } = setUp(status, { error: 'Not the server’s words.' }, {});
    await expect(api.login({ email: 'a@b.c', password: 'p' })).rejects.toMatchObject({ message, status: 0 });
  });

  it('rejects a truncated response', async () => {
    await expect(setUp(200, null).api.refresh(null)).rejects.toMatchObject({ status: 0 });
  });

  const body = (init?: RequestInit) => JSON.parse(String(init?.body ?? 'null'));

  it.each([
    ['login', '/v1/auth/login', (api: AuthApi) => api.login({ email: 'a@b.c', password: 'p' })],
    [
      'register',
      '/v1/auth/register',
      (api: AuthApi) => api.register({ email: 'a@b.c', password: 'p' } as never),
    ],
  ])('%s sends its body as JSON', async (_, url, call) => {
    const { api, sent } = setUp(200, { token: 't', user: testUser });
    expect(await call(api)).toEqual({ token: 't', user: testUser });
    expect(sent).toMatchObject([
      {
        url,
        init: { method: 'POST', headers: { Accept: 'application/json', 'Content-Type': 'application/json' } },
      },
    ]);
    expect(body(sent[0]?.init)).toEqual({ email: 'a@b.c', password: 'p' });
    expect(sent[0]?.init.headers).not.toHaveProperty('Authorization');
  });

  it.each([
    ['refresh', '/v1/auth/refresh', 200],
    ['logout', '/v1/auth/logout', 204],
  ] as const)(
    '%s says whose sign-in it is by the last token, and sends nothing else',
    async (name, url, code) => {
      const { api, sent } = setUp(code, code === 204 ? undefined : { token: 't', user: testUser });
      await api[name]('last');
      await api[name](null);
      expect(sent.map(({ url }) => url)).toEqual([url, url]);
      expect(sent[0]?.init.headers).toMatchObject({ Authorization: 'Bearer last' });
      expect(sent[0]?.init.headers).not.toHaveProperty('Content-Type');
      expect(sent[0]?.init.body).toBeUndefined();
      expect(sent[1]?.init.headers).not.toHaveProperty('Authorization');
    },
  );

  it('may ask for a code after a correct password', async () => {
    const { api } = setUp(200, { second_factor: { token: 'code token', more: 1 } });
    expect(await api.login({ email: 'a@b.c', password: 'p' })).toEqual({
      second_factor: { token: 'code token' },
    });
    await expect(
      setUp(200, { second_factor: {} }).api.login({ email: 'a@b.c', password: 'p' }),
    ).rejects.toMatchObject({ message: 'Login failed. Please try again.', status: 0 });
  });

  it.each([
    ['no token', { user: testUser }],
    ['no reader', { token: 't' }],
    ['a reader without an id', { token: 't', user: { name: 'Ada' } }],
  ])('rejects a response with %s', async (_, answer) => {
    await expect(setUp(200, answer).api.refresh(null)).rejects.toMatchObject({
      message: 'An unexpected error occurred. Please try again.',
      status: 0,
    });
    await expect(setUp(200, answer).api.register({} as never)).rejects.toMatchObject({
      message: 'Registration failed. Please try again.',
    });
  });

  it.each([
    [{ error: 'Gone.', code: 'account_deleted' }, 'account_deleted', 'Gone.'],
    [{ error: '', message: 'Later.', code: 7 }, 'http', 'Later.'],
    [{ error: 7, message: '' }, 'http', 'Request failed (401)'],
    [null, 'http', 'Request failed (401)'],
  ])('a rejection %j has the code %j and the message %j', async (answer, code, message) => {
    await expect(setUp(401, answer).api.refresh(null)).rejects.toMatchObject({
      name: 'HostError',
      code,
      message,
    });
  });
});
