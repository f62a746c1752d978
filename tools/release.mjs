/**
 * npm run release -- minor (or major, patch, 1.2.0): makes a release of the current commit.
 *
 * Moves the unreleased changes in CHANGELOG.md under the new version, sets it in package.json of the root, the shell
 * and the server, commits and tags that, and writes to dist/release: archives of the sources and the built product,
 * their SHA-256 sums, and the notes. Runs the W3C's EPUB tests, and writes their report (docs/evidence/epub-tests).
 * Aborts if one fails that is expected to pass, or if `npm audit` reports a package that ships; `--unaudited` is for
 * registries that it cannot ask. Tag and sums are signed if git has a key (user.signingkey). Nothing is pushed. With
 * `--dry-run` it only prints the version and the notes.
 */
import './lib/usage.mjs';
import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { nextVersion, releasedChangelog } from './lib/release/releases.mjs';

const manifests = ['.', 'shell', 'server'];
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const writeJson = (file, value) => writeFileSync(join(root, file), `${JSON.stringify(value, null, 2)}\n`);

function fail(message) {
  console.error(message);
  process.exit(1);
}

const [wanted, ...options] = process.argv.slice(2);
if (!wanted) fail('Which release? npm run release -- major, minor, patch, or a version such as 1.2.0');
const isTrial = options.includes('--dry-run');
process.on('uncaughtException', (error) => fail(error.message));
const version = nextVersion(readJson('package.json').version, wanted);
const day = new Date().toISOString().slice(0, 10);
const { notes, changelog } = releasedChangelog(
  readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  version,
  day,
);
const tag = `v${version}`;
if (isTrial) {
  console.log(`${tag}\n\n${notes}`);
  process.exit(0);
}
if (git('status', '--porcelain') !== '')
  fail('There are changes that are not committed. Commit or stash them.');
if (git('tag', '--list', tag) !== '') fail(`There is a tag ${tag} already.`);

const audit = 'npm audit --omit=dev --audit-level=high';
if (
  !options.includes('--unaudited') &&
  spawnSync(audit, { cwd: root, shell: true, stdio: 'inherit' }).status !== 0
)
  fail(`Not released: see what ${audit} says.`);

// Writes docs/evidence/epub-tests, which goes into the release. A test that fails as it is known to does not abort it.
const tests = ['tools/testing/epub-tests.mjs', '--write', '--version', version];
if (spawnSync(process.execPath, tests, { cwd: root, stdio: 'inherit' }).status !== 0)
  fail(
    'Not released: the W3C’s EPUB tests failed. Mend the reader, or discard docs/evidence/epub-tests and try again.',
  );

const lock = readJson('package-lock.json');
lock.version = version;
for (const folder of manifests) {
  const file = join(folder, 'package.json');
  writeJson(file, { ...readJson(file), version });
  lock.packages[folder === '.' ? '' : folder].version = version;
}
writeJson('package-lock.json', lock);
writeFileSync(join(root, 'CHANGELOG.md'), changelog);

const { build } = await import('./build.mjs');
await build();
const hasKey = spawnSync('git', ['config', 'user.signingkey'], { cwd: root }).status === 0;
git('commit', '--all', '--message', `chore: release ${version}`);
git('tag', hasKey ? '--sign' : '--annotate', tag, '--message', `Lectern ${version}`);

const folder = join(root, 'dist', 'release');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const name = `lectern-${version}`;
const archives = [`${name}-source.tar.gz`, `${name}-built.tar.gz`];
git('archive', '--format=tar.gz', `--prefix=${name}/`, '--output', join(folder, archives[0]), tag);
execFileSync('tar', ['-czf', join(folder, archives[1]), '--exclude=dist/release', 'dist'], { cwd: root });
const sums = archives.map((file) => `${hash('sha256', readFileSync(join(folder, file)))}  ${file}\n`);
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
writeFileSync(join(folder, 'notes.md'), notes);
if (hasKey) {
  const sign = ['--batch', '--yes', '--armor', '--detach-sign', 'SHA256SUMS'];
  if (spawnSync('gpg', sign, { cwd: folder, stdio: 'inherit' }).status !== 0)
    fail('SHA256SUMS could not be signed; all else is there.');
}
if (!hasKey) console.log('Nothing is signed: git has no user.signingkey.');
console.log(`${tag} and dist/release are made. Publish it with: git push --follow-tags`);
