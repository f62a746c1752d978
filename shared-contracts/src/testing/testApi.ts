import type { CallRequest, CallResponse, RouteKey, StreamKey } from '../api/routes.ts';
import type { HostApi } from '../contract/host.ts';
import type { HostError } from '../contract/hostError.ts';

/** What a test's server answers, by route. Throw `testError(…)` for a refusal. */
export type TestRoutes = {
  [K in Exclude<RouteKey, StreamKey>]?: (
    request: CallRequest<K>,
  ) => CallResponse<K> | Promise<CallResponse<K>>;
} & {
  /** The pieces, in order; `stopped` is the signal of whoever listens. */
  [K in StreamKey]?: (request: CallRequest<K>, stopped: AbortSignal) => AsyncIterable<CallResponse<K>>;
};

export interface TestCall {
  key: RouteKey;
  request: unknown;
}

/** An error as `api.call` rejects with it; status 0 and code 'network' for no answer at all. */
export function testError(
  status: number,
  message: string,
  code = status === 0 ? 'network' : 'test',
): HostError {
  return Object.assign(new Error(message), { status, code });
}

/** Calls answered by functions of the test, each written down; 404 for a route that the test does not have. */
export function createTestApi(routes: TestRoutes, calls: TestCall[], online: () => boolean): HostApi {
  return {
    async call<K extends RouteKey>(key: K, request: CallRequest<K>): Promise<CallResponse<K>> {
      if (!online()) throw testError(0, 'Network error. Please check your connection.');
      calls.push({ key, request });
      const handler = routes[key] as
        | ((request: CallRequest<K>) => CallResponse<K> | Promise<CallResponse<K>>)
        | undefined;
      if (handler === undefined) throw testError(404, `This test has no ${key}.`, 'not_found');
      return handler(request);
    },

    async stream<K extends StreamKey>(
      key: K,
      request: CallRequest<K>,
      onPiece: (piece: CallResponse<K>) => void,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<void> {
      if (!online()) throw testError(0, 'Network error. Please check your connection.');
      calls.push({ key, request });
      const handler = routes[key] as
        | ((request: CallRequest<K>, stopped: AbortSignal) => AsyncIterable<CallResponse<K>>)
        | undefined;
      if (handler === undefined) throw testError(404, `This test has no ${key}.`, 'not_found');
      for await (const piece of handler(request, signal)) {
        signal.throwIfAborted();
        onPiece(piece);
      }
      signal.throwIfAborted();
    },
  };
}
