import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';

interface LooseRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface BuiltRequest {
  method: string;
  /** Path below the server root, with the query. */
  path: string;
  /** JSON, or undefined if the route has no body. */
  body: string | undefined;
}

/**
 * Builds method, path and body of a call from its key in the route table.
 * @throws Error when a path parameter is missing: a programming error, not a network error
 */
export function buildRequest(key: RouteKey, request: unknown): BuiltRequest {
  const { params = {}, query = {}, body } = request as LooseRequest;
  const [method = 'GET', template = '/'] = key.split(' ');
  const segmentOf = (name: string, value: unknown): string => {
    const segment = encodeURIComponent(String(value ?? ''));
    // Dot segments would be resolved by the browser, and the request would go to another route.
    if (segment === '' || segment === '.' || segment === '..') throw new Error(`${key} needs ${name}.`);
    return segment;
  };
  const path = template
    .replaceAll(/:(\w+)/g, (_, name: string) => segmentOf(name, params[name]))
    .replace('*', () =>
      String(params['*'] ?? '')
        .split('/')
        .map((segment) => segmentOf('*', segment))
        .join('/'),
    );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
  }
  return {
    method,
    path: search.size > 0 ? `${path}?${search}` : path,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
