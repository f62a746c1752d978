import { fetchFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { pdfjs } from '../pdfjs/pdfjs.ts';
import { lengthOf } from './wholeFile.ts';

/** Milliseconds before a failed range is requested again. */
const pause = 2_000;

/** A file for pdf.js whose download has already started. Parts that are needed earlier are requested by range. */
export class StreamedFile extends pdfjs.PDFDataRangeTransport {
  readonly #address: string;
  readonly #failed: () => void;
  readonly #ending = new AbortController();
  #isReached = true;

  /** @param failed called once when the server cannot be reached, and again after it was reached meanwhile */
  constructor(address: string, response: Response, failed: () => void) {
    super(lengthOf(response), null);
    this.#address = address;
    this.#failed = failed;
    runInBackground(this.#pass(response));
  }

  /** Passes the download on. pdf.js requests missing parts by range. */
  async #pass(response: Response): Promise<void> {
    const reader = response.body?.getReader();
    if (!reader) return;
    this.#ending.signal.addEventListener('abort', () => {
      reader.cancel().catch(() => undefined);
    });
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read())
        this.onDataProgressiveRead(part.value);
      if (!this.#ending.signal.aborted) this.onDataProgressiveDone();
    } catch {
      // The download was interrupted.
    }
  }

  override requestDataRange(begin: number, end: number): void {
    runInBackground(this.#fetchRange(begin, end));
  }

  async #fetchRange(begin: number, end: number): Promise<void> {
    const { signal } = this.#ending;
    // In the HTTP cache, the request would wait for the download of the same address to finish.
    const request: RequestInit = {
      headers: { range: `bytes=${begin}-${end - 1}` },
      cache: 'no-store',
      signal,
    };
    while (!signal.aborted) {
      try {
        const response = await fetchFromServer(this.#address, request);
        // A rejected range would be rejected again.
        if (response.status !== 206) return this.#failed();
        const part = new Uint8Array(await response.arrayBuffer());
        this.#isReached = true;
        return this.onDataRange(begin, part);
      } catch {
        if (signal.aborted) return;
        if (this.#isReached) this.#failed();
        this.#isReached = false;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  override abort(): void {
    this.#ending.abort();
  }
}
