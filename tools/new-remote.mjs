/**
 * npm run new-remote -- mf-name: creates a working remote with an example of everything that a remote can add
 * (kit/mf-sample), in all languages. No other package changes: the shell finds it in the registry.
 */
import './lib/usage.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addRemote } from './kit/addRemote.mjs';
import { root as checkout } from './lib/paths.mjs';

/** @param {string} name @param {string} root of the checkout @returns {string[]} paths of the written files */
export function newRemote(name, root = checkout) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'shell', 'package.json'), 'utf8'));
  const paths = addRemote(name, root, dependencies);
  const manifest = join(root, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  // After the last of them.
  writeFileSync(manifest, text.replace(/([\s\S]*"mf-[a-z0-9-]+")/, `$1,\n    "${name}"`));
  return paths;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const name = process.argv[2];
    for (const path of newRemote(name)) console.log(path);
    console.log(`
npm install                 makes it known to npm
npm run dev -w ${name}     it alone, as you write it
npm run unit -- --selectProjects ${name}
npm run deploy -- ${name}  into the registry; its page is there without another build`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
