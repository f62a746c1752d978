#!/usr/bin/env node
/**
 * npx https://…/remote-kit.tgz new mf-name: creates a workspace for remotes outside Lectern's repository in an empty
 * folder, with a working remote. In an existing workspace it adds another remote; `update` replaces what the workspace
 * has of Lectern's: the contract, shared-ui and the tools. The package contains them (tools/lib/build/remoteKit.mjs).
 */
import '../lib/install/nodeVersion.mjs';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addRemote, json } from './addRemote.mjs';

const own = import.meta.dirname;

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** @returns {Record<string, string>} what the tests and types of a workspace need, in the versions of this Lectern */
function devDependencies() {
  const versions = readJson(join(own, 'versions.json'));
  const { devDependencies: others } = readJson(join(own, 'place', 'package.json'));
  const ours = readdirSync(join(own, 'vendor')).map((file) => [
    `@lectern/${file.replace(/^lectern-/, '').replace(/-\d.*$/, '')}`,
    `file:vendor/${file}`,
  ]);
  return Object.fromEntries([...ours, ...Object.keys(others).map((each) => [each, versions[each]])]);
}

/** @param {string} folder a workspace @returns {string[]} paths of the written files */
function update(folder) {
  const manifest = join(folder, 'package.json');
  const place = existsSync(manifest) ? readJson(manifest) : {};
  if (!place.devDependencies?.['@lectern/remote-tools'])
    throw new Error('There is no folder of remotes here: `new mf-name` makes one.');
  rmSync(join(folder, 'vendor'), { recursive: true, force: true });
  cpSync(join(own, 'vendor'), join(folder, 'vendor'), { recursive: true });
  cpSync(join(own, 'place', 'AGENTS.md'), join(folder, 'AGENTS.md'));
  writeFileSync(
    manifest,
    json({ ...place, devDependencies: { ...place.devDependencies, ...devDependencies() } }),
  );
  // npm refuses another archive of the same name and version.
  const lockFile = join(folder, 'package-lock.json');
  if (existsSync(lockFile)) {
    const lock = readJson(lockFile);
    for (const name of Object.keys(devDependencies()))
      if (name.startsWith('@lectern/')) delete lock.packages?.[`node_modules/${name}`];
    writeFileSync(lockFile, json(lock));
  }
  return ['package.json', 'AGENTS.md', 'vendor'];
}

/** @param {string} name of the remote @param {string} folder @returns {string[]} paths of the written files */
function create(name, folder) {
  const versions = readJson(join(own, 'versions.json'));
  const manifest = join(folder, 'package.json');
  const isPlace = existsSync(manifest);
  const place = isPlace ? readJson(manifest) : null;
  if (!isPlace && readdirSync(folder).length > 0)
    throw new Error('This folder is not empty. Make one for your remotes, and run this command in it.');
  if (isPlace && !place.devDependencies?.['@lectern/remote-tools'])
    throw new Error('The package.json of this folder is of something else. Run this in an empty folder.');

  const written = addRemote(name, folder, versions, 'lectern-remote dev');
  if (isPlace) {
    place.workspaces = [...place.workspaces, name].sort();
    writeFileSync(manifest, json(place));
    return written;
  }
  cpSync(join(own, 'vendor'), join(folder, 'vendor'), { recursive: true });
  cpSync(join(own, 'place'), folder, { recursive: true });
  // npm packs no file of this name.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const sample = { ...readJson(manifest), name: `${name}-place`, workspaces: [name] };
  writeFileSync(manifest, json({ ...sample, devDependencies: devDependencies() }));
  return ['package.json', 'tsconfig.json', 'jest.config.mjs', '.gitignore', 'AGENTS.md', ...written];
}

try {
  const [command, name] = process.argv.slice(2);
  if (command !== 'new' && command !== 'update') throw new Error('Say what to do: new mf-name, or update');
  const isNew = command === 'new';
  for (const path of isNew ? create(name, process.cwd()) : update(process.cwd())) console.log(path);
  console.log('\nnpm install');
  if (isNew)
    console.log(`npm run dev -w ${name}     it over a deployed Lectern, as you write it
npm test
npm run deploy -- ${name} --base https://…`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
