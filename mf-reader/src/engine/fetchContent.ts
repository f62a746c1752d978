import { fetchFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { ReaderError, readerErrorForStatus } from './readerError.ts';

/**
 * The text of a file of a book.
 * @throws ReaderError also for a page that a proxy or a portal sent in the server's place: no answer came then
 */
export async function fetchContent(address: string): Promise<string> {
  const response = await fetchFromServer(address).catch(() => {
    throw readerErrorForStatus(0, address);
  });
  if (!response.ok) throw readerErrorForStatus(response.status, address);
  return response.text().catch(() => {
    throw readerErrorForStatus(0, address);
  });
}

/**
 * What a failure of a library that fetches by itself was: when something in the server's place answers at that address,
 * such as a portal, whatever the library made of that page was no book, and no answer came.
 */
export async function realError(error: ReaderError, address: string): Promise<ReaderError> {
  if (error.code === 'network' || error.code === 'locked') return error;
  try {
    const response = await fetchFromServer(address, { headers: { range: 'bytes=0-0' } });
    await response.body?.cancel();
    return error;
  } catch {
    return new ReaderError('network', `${address}: no answer`, { cause: error });
  }
}
