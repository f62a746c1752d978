/**
 * npm run bench [-- name …]: measures every promised figure and, in turn in the same run, a reference: what a reader
 * would use otherwise. Prints a table and stores the figures in bench/results. It does not fail: a ratio above its
 * promise is only marked in the table.
 */
import './lib/build/forTests.mjs';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root, shellDist } from './lib/paths.mjs';

await ensureInstalled();
/** Benchmarks of the server alone, then those in a browser: bench/<name>.ts, in the order in which they run. */
const ofServer = ['list-books', 'ingest', 'neighbour', 'mentor'];
const ofBrowser = 'landing open-book deep-link turn-pages library-scale search offline'.split(' ');

const books = join(root, '..', 'shared', 'books');
if (!existsSync(books)) {
  console.log(
    'These benchmarks read real books from ../shared/books, which is not there. Nothing was measured.',
  );
  process.exit(0);
}

const names = [...ofServer, ...ofBrowser];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark is named ${unknown.join(', ')}. These are: ${names.join(', ')}`);
  process.exit(1);
}
const chosen = async (list) => {
  const files = list.filter((name) => wanted.length === 0 || wanted.includes(name));
  const modules = await Promise.all(files.map((name) => import(`../bench/${name}.ts`)));
  return modules.flatMap((module) => Object.values(module));
};

let failed = 0;
for (const benchmark of await chosen(ofServer)) await measure(benchmark, { books });
const inBrowser = await chosen(ofBrowser);
if (inBrowser.length > 0) await measureInBrowser(inBrowser);
process.exit(failed > 0 ? 1 : 0);

/** Runs a benchmark, prints its figures and stores them. */
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

function rounded(value) {
  return value < 10 ? Number(value.toFixed(4)) : Math.round(value);
}

/** Runs benchmarks against the built product and the bare reference pages. */
async function measureInBrowser(benchmarks) {
  const { chromium: playwright } = await import('@playwright/test');
  const { compile } = await import('./lib/build/buildRemote.mjs');
  const { buildStale } = await import('./lib/build/stale.mjs');
  const { chromium, chromiumArgs } = await import('./lib/processes/chromium.mjs');
  const { startServer } = await import('./lib/processes/server.mjs');
  const { serveReferences } = await import('../bench/lib/references.ts');
  const { referenceConfig } = await import('./rspack/references.mjs');

  const cache = join(root, '.cache', 'bench');
  await buildStale();
  await compile(['chapter', 'epubjs', 'pdfjs'].map((name) => referenceConfig(name, join(cache, name))));

  const publicDir = join(cache, 'shell');
  cpSync(shellDist, publicDir, { recursive: true });
  const server = await startServer({
    LECTERN_LOG: 'error',
    LECTERN_REQUESTS_PER_MINUTE: '1000000000',
    LECTERN_PUBLIC_DIR: publicDir,
  });
  const references = await serveReferences(cache, books);
  const launch = { executablePath: await chromium(), args: chromiumArgs };
  const browser = await playwright.launch(launch);

  const context = {
    browser,
    chromium: launch,
    url: server.url,
    publicDir,
    references: references.listeningOrigin,
    books,
  };
  for (const benchmark of benchmarks) await measure(benchmark, context, { browser: browser.version() });
  await browser.close();
  await Promise.all([server.stop(), references.close()]);
}
