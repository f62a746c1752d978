import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { createAuthApi } from './authApi.ts';

const fromServer = { 'lectern-api': '1' };

function setUp(status: number, body: unknown, headers: HeadersInit = fromServer) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetcher = async (url: RequestInfo | URL, init?: RequestInit) => {
    sent.push({ url: String(url), init: init ?? {} });
    return { status, ok: status < 400, headers: new Headers(headers), json: async () => body } as Response;
  };
  return { api: createAuthApi('/v1', fetcher), sent };
}

describe('the calls of the sign-in', () => {
  it('[LG-08] go to the server root with cookies, version and environment', async () => {
    const { api, sent } = setUp(200, { token: 't', user: testUser });
    expect(await api.login({ email: 'a@b.c', password: 'p' })).toEqual({ token: 't', user: testUser });
    expect(sent[0]?.url).toBe('/v1/auth/login');
    expect(sent[0]?.init).toMatchObject({
      credentials: 'include',
      headers: { 'X-App-Version': expect.any(String), 'X-App-Environment': expect.any(String) },
    });
  });

  it.each([
    ['its error field', { error: 'Too many tries.' }, 'Too many tries.'],
    ['its message field', { message: 'Closed for the night.' }, 'Closed for the night.'],
    ['nothing to read', '<html>', 'Request failed (503)'],
    ['nothing at all', null, 'Request failed (503)'],
  ])('[LG-05] a refusal speaks the server’s words: %s', async (_, body, message) => {
    await expect(setUp(503, body).api.refresh(null)).rejects.toMatchObject({ message, status: 503 });
  });

  it('[LG-05] no answer is a network error', async () => {
    const api = createAuthApi('/v1', () => Promise.reject(new TypeError('Failed to fetch')));
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
  ])('[Y-08] a foreign page with status %i is no sign-in, and no refusal either', async (status, body) => {
    await expect(setUp(status, body, {}).api.refresh(null)).rejects.toMatchObject({ status: 0 });
  });

  it('an answer that broke off is no sign-in', async () => {
    await expect(setUp(200, null).api.refresh(null)).rejects.toMatchObject({ status: 0 });
  });
});
