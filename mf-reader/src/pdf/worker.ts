let waiting: Worker | null = null;

/** Starts the program that reads PDFs, a plain file of our own origin: the page's policy allows none made from text. */
function start(): Worker {
  const program = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url);
  return new Worker(program, { type: 'module', name: 'pdf' });
}

/** Starts it before the rest of the engine is there: it is large, and gets ready beside it. */
export function startWorker(): void {
  waiting ??= start();
}

/** The one that is ready, or a new one; whoever takes it ends it. */
export function takeWorker(): Worker {
  const worker = waiting ?? start();
  waiting = null;
  return worker;
}
