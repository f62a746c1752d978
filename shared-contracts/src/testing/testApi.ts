import type { CallRequest, CallResponse, RouteKey, StreamKey } from '../api/routes.ts';
import type { HostApi } from '../contract/host.ts';
import type { HostError } from '../contract/hostError.ts';

/** Responses of the fake server, by route. Throw `testError(…)` to refuse. */
export type TestRoutes = {
  [K in Exclude<RouteKey, StreamKey>]?: (
    request: CallRequest<K>,
  ) => CallResponse<K> | Promise<CallResponse<K>>;
} & {
  /** Streamed chunks in order; `stopped` is the caller's abort signal. */
  [K in StreamKey]?: (request: CallRequest<K>, stopped: AbortSignal) => AsyncIterable<CallResponse<K>>;
};

export interface TestCall {
  key: RouteKey;
  request: unknown;
}

/** An error as `api.call` rejects with it; status 0 and code 'network' for no response. */
export function testError(
  status: number,
  message: string,
  code = status === 0 ? 'network' : 'test',
): HostError {
  return Object.assign(new Error(message), { status, code });
}

/** An API with the test's handlers that records calls; 404 for other routes. */
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
