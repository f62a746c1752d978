/**
 * npm run bench [-- name …]: measures every promised figure and, in turn in the same run, a reference: what a reader
 * would use otherwise. Prints a table and stores the figures in bench/results. It does not fail: a ratio above its
 * promise is only marked in the table.
 */
import { cpSync, createReadStream, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root, shellDist } from './lib/paths.mjs';

await ensureInstalled();
const books = join(root, '..', 'shared', 'books');
if (!existsSync(books)) {
  console.log(
    'These benchmarks read real books from ../shared/books, which is not there. Nothing was measured.',
  );
  process.exit(0);
}

const wanted = process.argv.slice(2);
const chosen = ({ name }) => wanted.length === 0 || wanted.includes(name);
const rounded = (value) => (value < 10 ? Number(value.toFixed(4)) : Math.round(value));
let failed = 0;

async function measure(benchmark, context, machine = {}) {
  console.log(`\n${benchmark.name}`);
  try {
    const figures = await benchmark.run(context);
    for (const { name, unit, ours, reference, ratio, promised } of figures) {
      const verdict = ratio <= promised ? 'kept' : 'NOT KEPT';
      console.log(
        `  ${name}\n    ${rounded(ours)} / ${rounded(reference)} ${unit} = ${ratio.toFixed(2)}, promised at most ${promised}: ${verdict}`,
      );
    }
    mkdirSync(join(root, 'bench', 'results'), { recursive: true });
    const about = { cores: cpus().length, node: process.version, ...machine };
    writeFileSync(
      join(root, 'bench', 'results', `${benchmark.name}.json`),
      `${JSON.stringify({ measured: new Date().toISOString().slice(0, 10), machine: about, figures }, null, 2)}\n`,
    );
  } catch (error) {
    failed += 1;
    const cause = error.cause ? ` (${error.cause.message ?? error.cause})` : '';
    console.error(`  could not be measured: ${error.message}${cause}\n${error.stack}`);
  }
}

// Server-only benchmarks need neither a build nor a browser.
const ofServer = [
  (await import('../bench/list-books.ts')).listBooks,
  (await import('../bench/full-text.ts')).fullText,
  (await import('../bench/idle-memory.ts')).idleMemory,
  (await import('../bench/ingest.ts')).ingest,
  (await import('../bench/import.ts')).importMany,
  (await import('../bench/neighbour.ts')).neighbour,
  (await import('../bench/devices.ts')).devices,
  (await import('../bench/dictionary.ts')).dictionary,
  (await import('../bench/mentor.ts')).mentor,
  (await import('../bench/load.ts')).load,
  (await import('../bench/replicas.ts')).replicas,
  (await import('../bench/cells.ts')).cells,
  (await import('../bench/remotes.ts')).manyRemotes,
];
for (const benchmark of ofServer.filter(chosen)) await measure(benchmark, { books });
if (wanted.length > 0 && ofServer.filter(chosen).length === wanted.length) process.exit(failed > 0 ? 1 : 0);

const { rspack } = await import('@rspack/core');
const { chromium: playwright } = await import('@playwright/test');
const { build } = await import('./build.mjs');
const { chromium, chromiumArgs } = await import('./lib/processes/chromium.mjs');
const { compressFolder } = await import('./lib/build/compress.mjs');
const { buildIsCurrent, markBuilt } = await import('./lib/build/stale.mjs');
const { startServer } = await import('./lib/processes/server.mjs');
const { plainConfig, referenceConfig } = await import('./rspack/references.mjs');

const cache = join(root, '.cache', 'bench');
const compile = (configs) =>
  new Promise((resolve, reject) =>
    rspack(configs, (error, stats) => {
      if (error) reject(error);
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    }),
  );

if (!buildIsCurrent()) {
  await build();
  markBuilt();
}
const plainFolder = join(cache, 'plain');
await compile([
  await plainConfig(plainFolder),
  referenceConfig('chapter', join(cache, 'chapter')),
  referenceConfig('epubjs', join(cache, 'epubjs')),
  referenceConfig('pdfjs', join(cache, 'pdfjs')),
  referenceConfig('queue', join(cache, 'queue')),
]);
await compressFolder(plainFolder);

const types = {
  '.html': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css',
  '.opf': 'application/oebps-package+xml',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.epub': 'application/epub+zip',
  '.pdf': 'application/pdf',
};
/** Serves files and byte ranges, like any static server. */
const references = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(
    /\/$/,
    '/index.html',
  );
  const file = path.startsWith('/books/') ? join(books, path.slice(7)) : join(cache, path);
  if (!existsSync(file)) return response.writeHead(404).end();
  const { size } = statSync(file);
  const headers = {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
  };
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  if (!range) {
    response.writeHead(200, { ...headers, 'content-length': size });
    return createReadStream(file).pipe(response);
  }
  const [start, end] = [Number(range[1]), range[2] ? Number(range[2]) : size - 1];
  response.writeHead(206, {
    ...headers,
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${size}`,
  });
  return createReadStream(file, { start, end }).pipe(response);
});
await new Promise((resolve) => references.listen(0, '127.0.0.1', resolve));

const settings = { LECTERN_LOG: 'error', LECTERN_REQUESTS_PER_MINUTE: '1000000000' };
const publicDir = join(cache, 'shell');
cpSync(shellDist, publicDir, { recursive: true });
const server = await startServer({ ...settings, LECTERN_PUBLIC_DIR: publicDir });
const noRemotes = join(cache, 'no-remotes');
mkdirSync(noRemotes, { recursive: true });
writeFileSync(join(noRemotes, 'remotes.json'), JSON.stringify({ remotes: {} }));
const plain = await startServer({
  ...settings,
  LECTERN_PUBLIC_DIR: plainFolder,
  LECTERN_REMOTES_DIR: noRemotes,
});
const launch = { executablePath: await chromium(), args: chromiumArgs };
const browser = await playwright.launch(launch);

const all = [
  (await import('../bench/landing.ts')).landing,
  (await import('../bench/lighthouse.ts')).lighthouse,
  (await import('../bench/offline.ts')).offline,
  (await import('../bench/open-book.ts')).openBook,
  (await import('../bench/federation.ts')).costOfFederation,
  (await import('../bench/build.ts')).timeOfBuilds,
  (await import('../bench/deep-link.ts')).deepLink,
  (await import('../bench/open-again.ts')).openAgain,
  (await import('../bench/turn-pages.ts')).turnPages,
  (await import('../bench/scroll-pdf.ts')).scrollPdf,
  (await import('../bench/read-aloud.ts')).readAloud,
  (await import('../bench/fixed-spread.ts')).fixedSpread,
  (await import('../bench/weight.ts')).weightOfFederation,
  (await import('../bench/library-scale.ts')).libraryScale,
  (await import('../bench/session-widget.ts')).sessionWidget,
  (await import('../bench/statistics.ts')).statistics,
  (await import('../bench/search.ts')).search,
  (await import('../bench/live.ts')).live,
];
for (const benchmark of all.filter(chosen)) {
  await measure(
    benchmark,
    {
      browser,
      chromium: launch,
      url: server.url,
      plain: plain.url,
      publicDir,
      references: `http://127.0.0.1:${references.address().port}`,
      books,
    },
    { browser: browser.version() },
  );
}
await browser.close();
await Promise.all([server.stop(), plain.stop()]);
references.close();
process.exit(failed > 0 ? 1 : 0);
