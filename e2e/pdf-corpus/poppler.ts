/** Renders PDFs with poppler, which shares no code with our reader, as the reference. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Timeout of one page in milliseconds; some files keep poppler busy forever. */
const timeout = 60_000;
/** Width of pictures in pixels. */
const pictureWidth = 600;

/** PNG of a one-based page from pdftoppm; null if it fails. */
export async function drawnByPoppler(file: string, page: number): Promise<Buffer | null> {
  const size = ['-png', '-cropbox', '-scale-to-x', String(pictureWidth), '-scale-to-y', '-1'];
  const pages = ['-f', String(page), '-l', String(page)];
  return run('pdftoppm', [...size, ...pages, file], { timeout, encoding: 'buffer', maxBuffer: 256e6 })
    .then(({ stdout }) => (stdout.length > 0 ? stdout : null))
    .catch(() => null);
}

/**
 * Text of a one-based page from pdftotext: in layout order and in file order. Either is acceptable; for a form or a
 * table there is no single correct order. Empty if it cannot be read.
 */
export async function readByPoppler(file: string, page: number): Promise<string[]> {
  const orders = [[], ['-raw']].map((order) =>
    run('pdftotext', [...order, '-f', String(page), '-l', String(page), '-q', file, '-'], {
      timeout,
      maxBuffer: 64e6,
    }).then(
      ({ stdout }) => [stdout],
      () => [],
    ),
  );
  return (await Promise.all(orders)).flat();
}
