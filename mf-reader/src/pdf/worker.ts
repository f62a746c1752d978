let waiting: Worker | null = null;

/** Starts the pdf.js worker from a file of our origin: the CSP allows no blob workers. */
function start(): Worker {
  const program = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url);
  return new Worker(program, { type: 'module', name: 'pdf' });
}

/** Starts it in parallel with loading the engine. */
export function startWorker(): void {
  waiting ??= start();
}

/** The started worker, or a new one; the caller terminates it. */
export function takeWorker(): Worker {
  const worker = waiting ?? start();
  waiting = null;
  return worker;
}
