/**
 * Packs everything that a team needs to write a remote outside this repository into one file, which the server gives
 * at /remote-kit.tgz. `npx https://…/remote-kit.tgz new mf-name` starts with it (docs/writing-a-remote.md). It contains
 * the contract, shared-ui and the tools, each packed by npm, all with the version of the contract.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../paths.mjs';

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const isTest = (path) => /\.test\.tsx?$/.test(path);

/** @returns {string} name of the archive that npm made of the package in `folder` */
function npmPack(folder, destination) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, stdout, stderr } = spawnSync(
    npm,
    ['pack', folder, '--pack-destination', destination, '--silent', '--ignore-scripts'],
    { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error(`npm could not pack ${folder}:\n${stderr}`);
  return stdout.trim().split('\n').at(-1);
}

/** Packs one of our packages, without tests; its source serves as its types. */
function stageShared(name, version, folder) {
  const { private: _, ...manifest } = manifestOf(name);
  cpSync(join(root, name, 'src'), join(folder, 'src'), { recursive: true, filter: (from) => !isTest(from) });
  writeManifest(folder, { ...manifest, version, files: ['src'] });
}

function writeManifest(folder, manifest) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Bundles the tools: Node runs no TypeScript below node_modules, and paths differ there. */
async function stageTools(version, folder) {
  const { kitConfig } = await import('../../rspack/kit.mjs');
  const { compile } = await import('./buildRemote.mjs');
  const needed = new Set(['@swc/jest']);
  await compile([kitConfig({ output: join(folder, 'bundle'), needed })]);
  // With its usage, for --help. Imports of the bundle fail in older versions of Node, so they come after the check.
  const [usage] = /\/\*\*.*?\*\//s.exec(readFileSync(join(root, 'tools/kit/cli.mjs'), 'utf8'));
  const start = "import './nodeVersion.mjs';\n\nawait import('./bundle/cli.mjs');\n";
  writeFileSync(join(folder, 'lectern-remote.mjs'), `#!/usr/bin/env node\n${usage}\n${start}`);
  cpSync(join(root, 'tools/lib/install/nodeVersion.mjs'), join(folder, 'nodeVersion.mjs'));
  cpSync(join(root, 'tools/kit/jest.config.mjs'), join(folder, 'jest.config.mjs'));
  for (const file of ['asset.cjs', 'document.ts', 'setup-dom.ts', 'setup-node.ts'])
    cpSync(join(root, 'tools/testing/jest', file), join(folder, 'jest', file));
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  const { incremental: _, tsBuildInfoFile: __, ...options } = compilerOptions;
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }, null, 2));
  writeManifest(folder, {
    name: '@lectern/remote-tools',
    version,
    license: 'Apache-2.0',
    type: 'module',
    engines: manifestOf('.').engines,
    bin: { 'lectern-remote': 'lectern-remote.mjs' },
    dependencies: Object.fromEntries([...needed].sort().map((name) => [name, installedVersion(name)])),
  });
}

const installedVersion = (name) => manifestOf(join('node_modules', name)).version;

/**
 * @param {string} destination folder
 * @returns {Promise<string>} path of the archive
 */
export async function packRemoteKit(destination) {
  const { CONTRACT_VERSION } = await import('../../../shared-contracts/src/contract/version.ts');
  const { libraries } = await import('../../kit/addRemote.mjs');
  const { agentsGuide } = await import('../../kit/agentsGuide.mjs');
  const version = `${CONTRACT_VERSION}.0`;
  const place = mkdtempSync(join(tmpdir(), 'lectern-kit-'));
  const at = (...path) => join(place, ...path);
  try {
    for (const name of ['shared-contracts', 'shared-ui']) stageShared(name, version, at(name));
    await stageTools(version, at('remote-tools'));

    const create = at('create-remote');
    mkdirSync(join(create, 'kit', 'vendor'), { recursive: true });
    for (const name of ['shared-contracts', 'shared-ui', 'remote-tools'])
      npmPack(at(name), join(create, 'kit', 'vendor'));
    for (const path of ['create.mjs', 'addRemote.mjs', 'place', 'mf-sample'].map((one) => `kit/${one}`))
      cpSync(join(root, 'tools', path), join(create, path), { recursive: true });
    writeFileSync(join(create, 'kit/place/AGENTS.md'), agentsGuide());
    cpSync(join(root, 'tools/lib/install/nodeVersion.mjs'), join(create, 'lib/install/nodeVersion.mjs'));
    const versions = Object.fromEntries(
      [...libraries, ...Object.keys(manifestOf('tools/kit/place').devDependencies)].map((name) => [
        name,
        installedVersion(name),
      ]),
    );
    writeFileSync(join(create, 'kit', 'versions.json'), JSON.stringify(versions, null, 2));
    writeManifest(create, {
      name: '@lectern/create-remote',
      version,
      license: 'Apache-2.0',
      type: 'module',
      engines: manifestOf('.').engines,
      bin: { 'create-remote': 'kit/create.mjs' },
    });
    mkdirSync(destination, { recursive: true });
    const made = join(destination, npmPack(create, destination));
    const file = join(destination, 'remote-kit.tgz');
    renameSync(made, file);
    return file;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
