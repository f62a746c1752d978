import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import type { CallRequest } from '@lectern/shared-contracts/api/routes.ts';
import { fetchUntilSilent } from '../common/fetchUntilSilent.ts';
import { ApiError, errorFromAnswer } from '../common/hostError.ts';
import { appHeaders } from './appHeaders.ts';
import { authTexts } from './authErrors.ts';

/** The password was correct, and a code is required next. */
export interface CodeAskedFor {
  second_factor: { token: string };
}

export interface SignedIn {
  token: string;
  user: User;
}

/** The calls that start, refresh and end a session. They are separate from the API client, which depends on them. */
export type AuthApi = ReturnType<typeof createAuthApi>;

/** Milliseconds. */
const silenceMs = 30_000;

/**
 * @param root the server root without a trailing slash. Every call rejects with an ApiError, of status 0 without a
 *   response.
 * @param language of the app: used for emails about new sign-ins
 */
export function createAuthApi(
  root: string,
  language: () => string,
  fetcher: typeof fetch = (...args) => fetch(...args),
) {
  async function post(path: string, body?: unknown, token?: string | null): Promise<unknown> {
    const init: RequestInit = {
      method: 'POST',
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        'Accept-Language': language(),
        ...appHeaders,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    const limit = { silenceMs, send: fetcher };
    const unreached = new ApiError(authTexts.network, 0, 'network');
    const response = await fetchUntilSilent(`${root}${path}`, init, limit).catch(() => {
      throw unreached;
    });
    // A proxy's page: status 0, because it says nothing about the sign-in.
    if (!isFromServer(response))
      throw response.ok ? unreached : new ApiError(`Request failed (${response.status})`, 0, 'network');
    const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null);
    if (!response.ok) throw errorFromAnswer(response.status, answer);
    return answer;
  }

  return {
    async login(body: CallRequest<'POST /auth/login'>['body']) {
      const answer = await post('/auth/login', body);
      return codeAskedFor(answer) ?? signedIn(answer, authTexts.login);
    },
    register: async (body: CallRequest<'POST /auth/register'>['body']) =>
      signedIn(await post('/auth/register', body), authTexts.register),
    /** @param token the last one, even if expired: it identifies the account if that was deleted */
    refresh: async (token: string | null) =>
      signedIn(await post('/auth/refresh', undefined, token), authTexts.unexpected),
    logout: async (token: string | null) => {
      await post('/auth/logout', undefined, token);
    },
  };
}

function codeAskedFor(answer: unknown): CodeAskedFor | null {
  const token = (answer as Partial<CodeAskedFor> | null)?.second_factor?.token;
  return typeof token === 'string' ? { second_factor: { token } } : null;
}

/** A truncated response is neither a success nor a rejection. */
function signedIn(answer: unknown, otherwise: string): SignedIn {
  const value = answer as Partial<SignedIn> | null;
  if (typeof value?.token !== 'string' || typeof value.user?.id !== 'string')
    throw new ApiError(otherwise, 0, 'network');
  return { token: value.token, user: value.user };
}
