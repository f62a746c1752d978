/** The reader's code, by a digest: the report of the EPUB tests names the code that it is about. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What decides how a book is read and drawn. */
const folders = ['mf-reader/src', 'server/src/intake/ingest'];
const isTest = (path) => /\.test\.[a-z]+$/.test(path);

/** @param {[path: string, blob: string][]} files paths and the names that git gives to their contents */
function digestOf(files) {
  const lines = files.filter(([path]) => !isTest(path)).map(([path, blob]) => `${path} ${blob}\n`);
  return createHash('sha256').update(lines.sort().join('')).digest('hex');
}

const blobOf = (content) =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');

/** @param {string} root of a checkout @returns {string} digest of the reader's code as it is there */
export function readerCode(root) {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return digestOf(
    paths.map((path) => [path.slice(root.length + 1).replaceAll('\\', '/'), blobOf(readFileSync(path))]),
  );
}

/** @param {string} root of a checkout @returns {string | null} digest of the reader's code of the last release */
function releasedReaderCode(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
    const listed = git('ls-tree', '-r', '--format=%(path)%x09%(objectname)', tag, '--', ...folders);
    return digestOf(listed.split('\n').map((line) => /** @type {[string, string]} */ (line.split('\t'))));
  } catch {
    // No release yet, or no repository.
    return null;
  }
}

/**
 * Refuses a report that is about older code than the reader's: neither the code that is there, nor, between two
 * releases, that of the last one.
 * @param {{ code?: string }} report @param {string} root
 */
export function refuseOldReport({ code }, root) {
  if (code !== undefined && [readerCode(root), releasedReaderCode(root)].includes(code)) return;
  throw new Error(
    'docs/evidence/epub-tests is older than the reader’s code. Write it anew: npm run epub-tests -- --write (npm run release does).',
  );
}
