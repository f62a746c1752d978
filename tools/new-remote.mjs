/**
 * npm run new-remote -- mf-name: a remote that works, with all that a remote can bring (lib/newRemoteFiles.mjs), in all
 * languages. No other package is changed: the shell learns of it from the registry.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf } from './lib/newRemoteFiles.mjs';
import { root as checkout } from './lib/paths.mjs';

/** @param {string} name @param {string} root of the checkout @returns {string[]} what was written */
export function newRemote(name, root = checkout) {
  if (!/^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) {
    throw new Error(`A remote is called mf- and a word in small letters, not '${name ?? ''}'.`);
  }
  if (existsSync(join(root, name))) throw new Error(`${name} is there already.`);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'shell', 'package.json'), 'utf8'));
  const versions = Object.fromEntries(
    ['react', 'react-dom', 'styled-components'].map((library) => [library, dependencies[library]]),
  );
  const files = Object.entries(filesOf(name, versions)).map(([path, text]) => [join(name, path), text]);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const manifest = join(root, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  // After the last of them.
  writeFileSync(manifest, text.replace(/([\s\S]*"mf-[a-z0-9-]+")/, `$1,\n    "${name}"`));
  return files.map(([path]) => path);
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
