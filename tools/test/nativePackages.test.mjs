/** The packages that `npm start` installs if the lock file lacks those of this platform. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { missingPackages, packagesFor, thisMachine } from '../lib/install/nativePackages.mjs';
import { root } from '../lib/paths.mjs';
import { runCaptured } from '../lib/processes/run.mjs';

const machine = (platform, arch, musl = false) => ({ platform, arch, musl });

test('the packages of a platform are recognized by their names', () => {
  const names = [
    '@a/x-linux-x64-gnu',
    '@a/x-linux-x64-musl',
    '@a/x-linux-arm64-gnu',
    '@a/x-darwin-arm64',
    '@a/x-win32-x64-msvc',
    '@a/x-win32-x64-gnu',
    '@img/sharp-linux-x64',
    '@img/sharp-linuxmusl-x64',
    '@pg/windows-x64',
    '@pg/darwin-arm64',
    'fsevents',
  ];
  assert.deepEqual(packagesFor(names, machine('linux', 'x64')), [
    '@a/x-linux-x64-gnu',
    '@img/sharp-linux-x64',
  ]);
  assert.deepEqual(packagesFor(names, machine('linux', 'x64', true)), [
    '@a/x-linux-x64-musl',
    '@img/sharp-linuxmusl-x64',
  ]);
  assert.deepEqual(packagesFor(names, machine('darwin', 'arm64')), ['@a/x-darwin-arm64', '@pg/darwin-arm64']);
  assert.deepEqual(packagesFor(names, machine('win32', 'x64')), ['@a/x-win32-x64-msvc', '@pg/windows-x64']);
});

test('finds no missing package for this machine, and missing ones for another platform', () => {
  const modules = join(root, 'node_modules');
  assert.deepEqual(missingPackages(modules, thisMachine()), []);
  const others = missingPackages(modules, machine('darwin', 'arm64'));
  const { version } = JSON.parse(readFileSync(join(modules, '@rspack/binding/package.json'), 'utf8'));
  assert.ok(others.includes(`@rspack/binding-darwin-arm64@${version}`), others.join(' '));
});

/** A registry with one version of each of these packages. @returns its address, and a function that stops it */
async function startRegistry(folder, packages) {
  const tarballs = new Map();
  for (const manifest of packages) {
    const place = join(folder, 'made', manifest.name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(place, 'index.js'), '');
    const { stdout } = spawnSync('npm', ['pack', '--silent', place], { cwd: folder, encoding: 'utf8' });
    tarballs.set(manifest.name, readFileSync(join(folder, stdout.trim())));
  }
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url.slice(1).replace(/\.tgz$/, ''));
    const tarball = tarballs.get(name);
    if (!tarball) return response.writeHead(404).end('{}');
    if (request.url.endsWith('.tgz')) return response.end(tarball);
    const manifest = packages.find((one) => one.name === name);
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const dist = { tarball: `http://${request.headers.host}/${name}.tgz`, integrity };
    const versions = { [manifest.version]: { ...manifest, dist } };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: manifest.version }, versions }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}/`, stop };
}

test('packages of this platform that are missing in the lock file are installed in their exact version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
  const { platform, arch, musl } = thisMachine();
  const own = `adder-${platform}-${arch}${platform === 'linux' ? (musl ? '-musl' : '-gnu') : ''}`;
  const native = { name: own, version: '1.2.3', os: [platform], cpu: [arch] };
  const adder = {
    name: 'adder',
    version: '1.2.3',
    optionalDependencies: { [own]: '1.2.3', 'adder-aix-ppc64': '1.2.3' },
  };
  const newer = { name: 'adder-aix-ppc64', version: '1.2.3', os: ['aix'], cpu: ['ppc64'] };
  const registry = await startRegistry(folder, [adder, native, newer]);
  const project = join(folder, 'project');
  mkdirSync(project);
  try {
    writeFileSync(
      join(project, 'package.json'),
      JSON.stringify({ name: 'project', devDependencies: { adder: '1.2.3' } }),
    );
    // Like a lock file from a mirror without it.
    writeFileSync(
      join(project, 'package-lock.json'),
      JSON.stringify({
        name: 'project',
        lockfileVersion: 3,
        requires: true,
        packages: {
          '': { name: 'project', devDependencies: { adder: '1.2.3' } },
          'node_modules/adder': {
            version: '1.2.3',
            dev: true,
            resolved: `${registry.url}adder.tgz`,
            optionalDependencies: adder.optionalDependencies,
          },
        },
      }),
    );
    const lock = readFileSync(join(project, 'package-lock.json'), 'utf8');
    const script = `import { installPackages } from ${JSON.stringify(pathToFileURL(join(root, 'tools/lib/install/ensureInstalled.mjs')).href)};
      process.exit(installPackages(${JSON.stringify(project)}) ? 0 : 1);`;
    Object.assign(process.env, { npm_config_registry: registry.url, NODE_ENV: 'production' });
    const install = () => runCaptured(process.execPath, ['--input-type=module', '--eval', script]);
    const place = join(project, 'node_modules', own);
    const version = () => JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).version;
    const first = await install();
    assert.equal(first.code, 0, first.output);
    assert.equal(version(), '1.2.3');
    // The state that some versions of npm leave after installing from such a lock file.
    rmSync(place, { recursive: true });
    const second = await install();
    assert.equal(second.code, 0, second.output);
    assert.match(second.output, /Installing 1 packages for/);
    assert.equal(version(), '1.2.3');
    assert.ok(existsSync(join(project, 'node_modules/adder')), 'what was installed before is still there');
    assert.ok(!existsSync(join(project, 'node_modules/adder-aix-ppc64')));
    assert.equal(readFileSync(join(project, 'package-lock.json'), 'utf8'), lock);
  } finally {
    delete process.env.npm_config_registry;
    delete process.env.NODE_ENV;
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
