import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { correctTextOf } from '@lectern/shared-contracts/domain/pdf/correctTextOf.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { actualError } from '../engine/fetchContent.ts';
import { ReaderError } from '../engine/readerError.ts';
import type { ShowBook, ShowOptions } from '../engine/showBook.ts';
import { limitAnnotations } from './annotationLayer/limitAnnotations.ts';
import { StreamedFile } from './download/streamedFile.ts';
import { wholeFile } from './download/wholeFile.ts';
import { pdfError } from './pdfjs/pdfError.ts';
import { dataAddresses, pdfjs } from './pdfjs/pdfjs.ts';
import { endWorker, takeWorker } from './pdfjs/worker.ts';
import { PdfViews } from './pdfViews.ts';

/** Shows a PDF, loaded by range requests as pages are shown. Scripts never run: the viewer has no scripting manager. */
export const openPdf: ShowBook = async (into, options) => {
  const { manifest, freshAddress, start } = options;
  const isWhole = manifest.whole_url !== undefined;
  const { document: file, close } = await load(manifest.content_url, options, { isWhole }).catch(
    async (cause: unknown) => {
      const readerError = pdfError(cause);
      if (readerError.code !== 'expired' && readerError.code !== 'not_found') throw readerError;
      return load(await freshAddress(), options, { isWhole });
    },
  );
  return new PdfViews(into, file, close, options).open(start);
};

interface LoadedFile {
  document: PDFDocumentProxy;
  /** Releases the file and its worker. */
  close(): void;
}

async function load(
  url: string,
  options: ShowOptions,
  { isWhole, enableXfa = true }: { isWhole: boolean; enableXfa?: boolean },
): Promise<LoadedFile> {
  const { askPassword, events } = options;
  const program = takeWorker();
  const worker = pdfjs.PDFWorker.create({ port: program });
  const address = new URL(url, document.baseURI).href;
  const response = isWhole ? await wholeFile(address) : null;
  const unreached = () => events.failed(new ReaderError('network', 'a part of the file did not come'));
  const close = () =>
    runInBackground(
      task
        .destroy()
        .catch(() => {})
        .finally(() => {
          worker.destroy();
          endWorker(program);
        }),
    );
  const task = pdfjs.getDocument({
    ...(response ? { range: new StreamedFile(address, response, unreached) } : { url: address }),
    ...dataAddresses,
    worker,
    // Large files are loaded by ranges only, without streaming.
    disableAutoFetch: true,
    disableStream: !isWhole,
    enableXfa,
    // The CSP forbids WebAssembly: the JavaScript decoders are used.
    useWasm: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  let givenUp = false;
  task.onPassword = (answer: (password: string) => void, reason: number) => {
    runInBackground(
      askPassword(reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD).then((password) => {
        if (password !== null) return answer(password);
        givenUp = true;
        close();
      }),
    );
  };
  try {
    const document = await task.promise;
    correctTextOf(document);
    limitAnnotations(document);
    return { document, close };
  } catch (cause) {
    close();
    if (givenUp) throw new ReaderError('locked', 'no password was given', { cause });
    // A damaged XFA form is left out.
    if (enableXfa && (cause as Error).name === 'UnknownErrorException')
      return load(url, options, { isWhole, enableXfa: false });
    throw await actualError(pdfError(cause), url);
  }
}
