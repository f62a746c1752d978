import { fetchFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';

/** Files up to this many bytes are downloaded whole, which is fastest. */
export const largestWhole = 8 * 1024 * 1024;

interface AskedFile {
  address: string;
  /** Null when it did not come, or without its length: then it is asked for again in the usual way. */
  answer: Promise<Response | null>;
}

let asked: AskedFile | null = null;

/** Asks for the file of a book while the engine and its worker are still on their way. */
export function askForFile(address: string, bytes: number | null): void {
  if (bytes === null || bytes > largestWhole || asked?.address === address) return;
  const answer = fetchFromServer(new URL(address, document.baseURI).href).then(
    (response) => {
      if (response.ok && lengthOf(response) > 0) return response;
      response.body?.cancel().catch(() => undefined);
      return null;
    },
    () => null,
  );
  asked = { address, answer };
}

/** The answer to `askForFile`, once; null when that file was not asked for. */
export async function takeFile(address: string): Promise<Response | null> {
  const taken = asked;
  asked = null;
  return taken?.address === address ? taken.answer : null;
}

/** Bytes of a file; 0 when the answer does not say, or only how many it has been packed into. */
export const lengthOf = ({ headers }: Response): number =>
  headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0);
