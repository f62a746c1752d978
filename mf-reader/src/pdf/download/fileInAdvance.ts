import { fetchFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';

interface AskedFile {
  address: string;
  /** Null when the request failed or the response has no length. The file is then requested the usual way. */
  answer: Promise<Response | null>;
}

let pendingFile: AskedFile | null = null;

/** Requests a whole file while the engine and its worker are still loading. The page may have preloaded it. */
export function askForFile(address: string): void {
  if (pendingFile?.address === address) return;
  const answer = fetchFromServer(new URL(address, document.baseURI).href).then(
    (response) => {
      if (response.ok && lengthOf(response) > 0) return response;
      response.body?.cancel().catch(() => undefined);
      return null;
    },
    () => null,
  );
  pendingFile = { address, answer };
}

/** The response to `askForFile`. It can be taken once; null when that file was not requested. */
export async function takeFile(address: string): Promise<Response | null> {
  const file = pendingFile;
  pendingFile = null;
  return file?.address === address ? file.answer : null;
}

/** Size of the file in bytes; 0 when the response has no length, or only the compressed one. */
export const lengthOf = ({ headers }: Response): number =>
  headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0);
