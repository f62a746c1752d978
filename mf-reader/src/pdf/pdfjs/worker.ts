let waiting: Worker | null = null;
const openWorkers = new Set<Worker>();

/** Starts the pdf.js worker from a file of our origin: the CSP allows no blob workers. */
function start(): Worker {
  const program = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url);
  return new Worker(program, { type: 'module', name: 'pdf' });
}

/** Starts a worker while the engine loads. While a file is open, no worker is started in advance. */
export function startWorker(): void {
  if (openWorkers.size === 0) waiting ??= start();
}

/** The started worker, or a new one. The caller ends it with `endWorker`. */
export function takeWorker(): Worker {
  const worker = waiting ?? start();
  waiting = null;
  openWorkers.add(worker);
  return worker;
}

export function endWorker(worker: Worker): void {
  worker.terminate();
  openWorkers.delete(worker);
}
