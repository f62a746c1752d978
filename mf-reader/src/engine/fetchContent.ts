import { fetchFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { ReaderError, readerErrorForStatus } from './readerError.ts';

/**
 * Fetches a text file of a book.
 * @param timeoutMs milliseconds for the whole answer
 * @throws ReaderError also when a proxy or captive portal responded instead of the server
 */
export async function fetchContent(address: string, timeoutMs = 25_000): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetchFromServer(address, { signal }).catch(() => {
    throw readerErrorForStatus(0, address);
  });
  if (!response.ok) throw readerErrorForStatus(response.status, address);
  return response.text().catch(() => {
    throw readerErrorForStatus(0, address);
  });
}

/**
 * The actual cause of an error in a library that fetches by itself: when something other than the server responds at
 * that URL, such as a captive portal, it is a network error.
 */
export async function actualError(error: ReaderError, address: string): Promise<ReaderError> {
  if (error.code === 'network' || error.code === 'locked') return error;
  try {
    const response = await fetchFromServer(address, { headers: { range: 'bytes=0-0' } });
    await response.body?.cancel();
    return error;
  } catch {
    return new ReaderError('network', `${address}: no answer`, { cause: error });
  }
}
