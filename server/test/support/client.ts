import assert from 'node:assert/strict';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { RouteDefinition } from '@lectern/shared-contracts/api/route.ts';
import {
  type CallRequest,
  type CallResponse,
  type RouteKey,
  routes,
} from '@lectern/shared-contracts/api/routes.ts';
import { responseChecker } from '../../src/http/errors/validation.ts';

const differenceTo = responseChecker();

export interface CallOptions {
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  /** A valid response of the contract for a success, else an ErrorBody. */
  body: T;
}

/** A browser or script: its token, and its cookies as a browser would keep them. */
export interface Client {
  readonly origin: string;
  token: string | null;
  user: User | null;
  readonly cookies: Map<string, string>;
  /** Calls a route and expects success: throws for an error, and for an invalid response. */
  call<K extends RouteKey>(key: K, request: CallRequest<K>, options?: CallOptions): Promise<CallResponse<K>>;
  /** Calls a route and returns any response; the body may violate the contract on purpose. */
  try(key: RouteKey, request?: LooseRequest, options?: CallOptions): Promise<Answer<unknown>>;
  /** Calls a route and expects this error. */
  fails(status: number, key: RouteKey, request?: LooseRequest, options?: CallOptions): Promise<ErrorBody>;
  /** Any request with token and cookies; `path` is relative to the origin. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  register(who: { email: string; password: string; name: string }): Promise<void>;
  signIn(who: { email: string; password: string }): Promise<void>;
}

export interface LooseRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export function client(origin: string, root: string): Client {
  const cookies = new Map<string, string>();

  const self: Client = {
    origin,
    token: null,
    user: null,
    cookies,

    async call(key, request, options) {
      const answer = await self.try(key, request as LooseRequest, options);
      const definition: RouteDefinition = routes[key];
      const wanted = definition.status ?? 200;
      assert.equal(answer.status, wanted, `${key}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as CallResponse<typeof key>;
    },

    async try(key, request = {}, options = {}) {
      const [method = '', path = ''] = key.split(' ');
      const filled = path
        .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.params?.[name] ?? ''))
        .replace('*', () => request.params?.['*'] ?? '');
      const query = new URLSearchParams(
        Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]),
      );
      const response = await self.fetch(`${root}${filled}${query.size > 0 ? `?${query}` : ''}`, {
        method,
        headers: {
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
          ...options.headers,
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      const text = await response.text();
      const body: unknown = text === '' ? null : JSON.parse(text);
      if (response.ok) assert.equal(differenceTo(key, body), null, `${key} answered ${text}`);
      else assertErrorBody(body, response.status);
      return { status: response.status, headers: response.headers, body };
    },

    async fails(status, key, request, options) {
      const answer = await self.try(key, request, options);
      assert.equal(answer.status, status, `${key}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as ErrorBody;
    },

    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (self.token !== null && !headers.has('authorization'))
        headers.set('authorization', `Bearer ${self.token}`);
      if (cookies.size > 0 && !headers.has('cookie')) {
        headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      }
      const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },

    async register(who) {
      const { token, user } = await self.call('POST /auth/register', { body: who });
      Object.assign(self, { token, user });
    },

    async signIn({ email, password }) {
      const answer = await self.call('POST /auth/login', { body: { email, password } });
      assert.ok('token' in answer, 'A code is asked for.');
      Object.assign(self, { token: answer.token, user: answer.user });
    },
  };
  return self;
}

/** Checks that it is an ErrorBody without a stack trace. */
export function assertErrorBody(body: unknown, status: number): asserts body is ErrorBody {
  const error = body as ErrorBody;
  assert.equal(error?.status, status, JSON.stringify(body));
  assert.match(error.code, /^[a-z_]+$/);
  assert.ok(error.error.length > 0);
  assert.deepEqual(
    Object.keys(error).filter((name) => !['status', 'error', 'code', 'details'].includes(name)),
    [],
  );
  assert.doesNotMatch(JSON.stringify(error), /\bat .*\.(ts|js):\d+|node_modules/);
}
