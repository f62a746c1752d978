#!/usr/bin/env node
/**
 * npx https://…/remote-kit.tgz new mf-name: creates a workspace for remotes outside Lectern's repository in an empty
 * folder, with a working remote. In an existing workspace it adds another remote. The package contains everything of
 * Lectern's that is needed: the contract, shared-ui and the tools (packed by tools/lib/build/remoteKit.mjs).
 */
import '../lib/install/nodeVersion.mjs';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addRemote, json } from './addRemote.mjs';

const own = import.meta.dirname;

/** @param {string} name of the remote @param {string} folder @returns {string[]} paths of the written files */
function create(name, folder) {
  const versions = JSON.parse(readFileSync(join(own, 'versions.json'), 'utf8'));
  const manifest = join(folder, 'package.json');
  const isPlace = existsSync(manifest);
  const place = isPlace ? JSON.parse(readFileSync(manifest, 'utf8')) : null;
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
  const sample = JSON.parse(readFileSync(manifest, 'utf8'));
  const ours = readdirSync(join(own, 'vendor')).map((file) => [
    `@lectern/${file.replace(/^lectern-/, '').replace(/-\d.*$/, '')}`,
    `file:vendor/${file}`,
  ]);
  const others = Object.keys(sample.devDependencies).map((each) => [each, versions[each]]);
  writeFileSync(
    manifest,
    json({
      ...sample,
      name: `${name}-place`,
      workspaces: [name],
      devDependencies: Object.fromEntries([...ours, ...others]),
    }),
  );
  return ['package.json', 'tsconfig.json', 'jest.config.mjs', '.gitignore', 'AGENTS.md', ...written];
}

try {
  const [command, name] = process.argv.slice(2);
  if (command !== 'new') throw new Error('Say what to make: new mf-name');
  for (const path of create(name, process.cwd())) console.log(path);
  console.log(`
npm install
npm run dev -w ${name}     it over a deployed Lectern, as you write it
npm test
npm run deploy -- ${name} --base https://…`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
