/** What poppler makes of a PDF: the judge of the comparison, since it shares no code with ours. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Milliseconds for one page; some files keep poppler busy for ever. */
const timeout = 60_000;
/** Width of pictures in pixels. */
const pictureWidth = 600;

/** Whether poppler is installed. */
export async function hasPoppler() {
  return run('pdftoppm', ['-v'])
    .then(() => true)
    .catch(() => false);
}

/** PNG of a one-based page as pdftoppm draws it, or null when it cannot. */
export async function drawnByPoppler(file, page) {
  const size = ['-png', '-cropbox', '-scale-to-x', String(pictureWidth), '-scale-to-y', '-1'];
  const pages = ['-f', String(page), '-l', String(page)];
  return run('pdftoppm', [...size, ...pages, file], { timeout, encoding: 'buffer', maxBuffer: 256e6 })
    .then(({ stdout }) => (stdout.length > 0 ? stdout : null))
    .catch(() => null);
}

/**
 * Text of a one-based page as pdftotext reads it: by its layout, and in the order of the file. Both are an order; of
 * a form or a table there is no third one that is right. Empty when it cannot be read.
 */
export async function readByPoppler(file, page) {
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
