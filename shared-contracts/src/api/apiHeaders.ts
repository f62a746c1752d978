/**
 * Every answer of the server, of whatever status and type, carries this header. A proxy, a captive portal or a hoster
 * that answers in its place does not send it, so its pages are never taken for an answer.
 */
export const apiHeader = 'Lectern-Api';

/**
 * Version of the API, major.minor, as the header says it. Adding a route or a field raises the minor; taking away or
 * changing raises the major, and with it the path /v1. `npm run contract` says which. See docs/contracts.md.
 */
export const apiVersion = '1.1';

/** On the answer of a route that ends with a later major of the API: `until 2.0; use GET /books`. */
export const deprecatedHeader = 'Lectern-Deprecated';

/** On the answer to a write: the revisions that it has raised, as `notes=7, books=12`; see api/changes.ts. */
export const changesHeader = 'Lectern-Changes';

/** Whether a response came from the server, and not from something on the way to it. */
export function isFromServer({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.has(apiHeader);
}

/**
 * As `fetch`, for files of the server. A response without the mark may also be one that the browser kept before the
 * server sent it, so the server is asked once more past the browser's HTTP cache.
 * @throws TypeError when the server was not reached
 */
export async function fetchFromServer(
  input: RequestInfo | URL,
  init?: RequestInit,
  send: typeof fetch = (...args) => fetch(...args),
): Promise<Response> {
  const first = await send(input, init);
  if (isFromServer(first)) return first;
  await first.body?.cancel();
  const second = await send(input, { ...init, cache: 'reload' });
  if (isFromServer(second)) return second;
  await second.body?.cancel();
  throw new TypeError('The server was not reached: the answer is not its own.');
}
