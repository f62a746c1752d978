import { fetchFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { readerErrorForStatus } from './readerError.ts';

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
