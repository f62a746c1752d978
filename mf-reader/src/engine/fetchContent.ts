import { fetchFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { faultForStatus } from './fault.ts';

/**
 * The text of a file of a book.
 * @throws ReaderFault also for a page that a proxy or a portal sent in the server's place: no answer came then
 */
export async function fetchContent(address: string): Promise<string> {
  const response = await fetchFromServer(address).catch(() => {
    throw faultForStatus(0, address);
  });
  if (!response.ok) throw faultForStatus(response.status, address);
  return response.text().catch(() => {
    throw faultForStatus(0, address);
  });
}
