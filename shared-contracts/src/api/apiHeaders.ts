/**
 * Every response of the server has this header. Proxies, captive portals and hosting providers do not send it, so
 * their pages are never mistaken for responses of the server.
 */
export const apiHeader = 'Lectern-Api';

/**
 * Version of the API, major.minor. Adding a route or field raises the minor; removing or changing one raises the
 * major, and with it the path /v1. `npm run contract` reports which. See docs/writing-a-remote.md.
 */
export const apiVersion = '1.1';

/** On responses to writes: the raised revisions, such as `notes=7, books=12`; see api/changes.ts. */
export const changesHeader = 'Lectern-Changes';

/** On queued writes: how many others still wait on this device. */
export const waitingHeader = 'Lectern-Waiting';

/** Whether a response came from the server, and not from an intermediary. */
export function isFromServer({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.has(apiHeader);
}

/**
 * Like `fetch`, for files of the server. A response without the header may have been cached before the server sent
 * it, so it is requested again, bypassing the HTTP cache.
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
