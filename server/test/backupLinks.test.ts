import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { dictionariesIn } from '../src/answers/dictionaries/dictionaries.ts';
import { folderBackup, folderBackups } from '../src/store/backup/folderBackups.ts';
import { makeBackup } from '../src/store/backup/makeBackup.ts';
import { listBackups } from '../src/store/backup/openBackups.ts';
import { restoreSecret } from '../src/store/backup/restoreBackup.ts';
import { verifyBackup } from '../src/store/backup/verifyBackup.ts';
import { fillLibrary } from './support/library.ts';
import { startServer } from './support/server.ts';

let [backup, copy, elsewhere] = ['', '', ''];

before(async () => {
  [backup = '', copy = '', elsewhere = ''] = await Promise.all(
    ['backup', 'copy', 'elsewhere'].map((name) => mkdtemp(join(tmpdir(), `lectern-${name}-`))),
  );
  const library = await startServer();
  try {
    await fillLibrary(library, await library.reader('ada'), 'Moby-Dick');
    await makeBackup(library.services, folderBackup(backup));
  } finally {
    await library.stop();
  }
});
after(async () => {
  for (const folder of [backup, copy, elsewhere]) await rm(folder, { recursive: true, force: true });
});

/** A copy of the backup in which `path` is a link to the same content. */
async function linked(path: string): Promise<void> {
  await rm(copy, { recursive: true, force: true });
  await cp(backup, copy, { recursive: true });
  const place = join(elsewhere, path.replaceAll('/', '-'));
  await rm(place, { recursive: true, force: true });
  await rename(join(copy, path), place);
  await symlink(place, join(copy, path));
}

describe('[S-18] a backup from elsewhere', () => {
  test('[S-18] is refused when one of its files, or a folder on the way, is a symbolic link', async () => {
    const files = (await readdir(backup, { recursive: true, withFileTypes: true })).map((entry) =>
      join(entry.parentPath, entry.name).slice(backup.length + 1),
    );
    assert.ok(files.includes('secret') && files.includes('tables'), String(files));
    // One of each folder.
    for (const path of new Map(files.map((file) => [dirname(file), file])).values()) {
      await linked(path);
      await assert.rejects(verifyBackup(folderBackup(copy)), /symbolic link/, path);
    }
  });

  test('[S-18] never lends the library a file of this machine as its secret', async () => {
    await linked('secret');
    const dataDir = join(elsewhere, 'data');
    await assert.rejects(restoreSecret(folderBackup(copy), dataDir), /symbolic link/);
    await assert.rejects(readdir(dataDir), { code: 'ENOENT' });
  });

  test('[S-18] with a pipe in place of a file is refused, and not waited for', async () => {
    await linked('secret');
    await rm(join(copy, 'secret'));
    execFileSync('mkfifo', [join(copy, 'secret')]);
    await assert.rejects(verifyBackup(folderBackup(copy)), /no file/);
  });

  test('[S-18] is not listed or removed through a link, but its place may be one', async () => {
    const place = join(elsewhere, 'backups');
    await mkdir(place);
    await cp(backup, join(place, 'lectern-2026-01-01'), { recursive: true });
    await symlink(backup, join(place, 'lectern-2026-01-02'));
    await symlink(place, join(elsewhere, 'place'));
    const stores = folderBackups(join(elsewhere, 'place'));
    const listed = await listBackups(stores);
    assert.deepEqual(
      listed.map(({ manifest }) => manifest !== null),
      [false, true],
    );
    assert.match(listed[0]?.problem ?? '', /symbolic link/);
    await assert.rejects(stores.remove('lectern-2026-01-02'), /symbolic link/);
    assert.ok((await readdir(backup)).includes('backup.json') || (await readdir(backup)).length > 3);
    await verifyBackup(folderBackup(backup));
    await verifyBackup(folderBackup(join(elsewhere, 'place', 'lectern-2026-01-01')));
  });
});

test('[S-18] dictionaries and remotes that are symbolic links are not read', async () => {
  const folder = join(elsewhere, 'dictionaries');
  await mkdir(folder);
  await writeFile(join(elsewhere, 'private.ifo'), 'bookname=Private');
  await symlink(join(elsewhere, 'private.ifo'), join(folder, 'linked.ifo'));
  await writeFile(join(folder, 'real.ifo'), 'bookname=Real');
  assert.deepEqual(
    (await dictionariesIn(folder)).map(({ name }) => name),
    ['Real'],
  );
  const remotesDir = join(elsewhere, 'remotes');
  await mkdir(join(remotesDir, 'mf-demo', '1.0.0'), { recursive: true });
  await writeFile(join(elsewhere, 'private.js'), 'private');
  for (const name of ['own.js', 'compressed.js'])
    await writeFile(join(remotesDir, 'mf-demo', '1.0.0', name), 'own');
  for (const name of ['linked.js', 'compressed.js.br'])
    await symlink(join(elsewhere, 'private.js'), join(remotesDir, 'mf-demo', '1.0.0', name));
  await symlink(join(elsewhere, 'private.js'), join(remotesDir, 'remotes.json'));
  const server = await startServer({ config: { remotesDir } });
  try {
    const status = async (name: string) =>
      (await server.visitor.fetch(`/remotes/mf-demo/1.0.0/${name}`)).status;
    assert.deepEqual(
      [await status('own.js'), await status('linked.js'), await status('compressed.js')],
      [200, 404, 404],
    );
    assert.doesNotMatch(await (await server.visitor.fetch('/remotes.json')).text(), /private/);
  } finally {
    await server.stop();
  }
});
