import { fetchFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';

/**
 * Requests a whole file, or takes it where the page has preloaded it (remote.json).
 * @returns null when it cannot be read as it arrives: the request has failed, or the response has no length
 */
export async function wholeFile(address: string): Promise<Response | null> {
  const response = await fetchFromServer(address).catch(() => null);
  if (response?.ok && lengthOf(response) > 0) return response;
  response?.body?.cancel().catch(() => undefined);
  return null;
}

/** Size of the file in bytes; 0 when the response has no length, or only the compressed one. */
export const lengthOf = ({ headers }: Response): number =>
  headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0);
