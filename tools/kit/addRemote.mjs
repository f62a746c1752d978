/** Creates a remote from the sample: a folder of real files, which are checked and tested like any others. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const sample = join(import.meta.dirname, 'mf-sample');

/** Libraries that a remote takes from the shell. */
export const libraries = ['react', 'react-dom', 'styled-components'];

export const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * @param {string} name of the remote
 * @param {string} folder in which its own is made
 * @param {Record<string, string>} versions of the libraries
 * @param {string} [dev] command that starts its dev server
 * @returns {string[]} paths of the written files, relative to `folder`; throws if the name is invalid or taken
 */
export function addRemote(name, folder, versions, dev) {
  if (!/^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? ''))
    throw new Error(`The name of a remote is mf- and a lowercase word, not '${name ?? ''}'.`);
  if (existsSync(join(folder, name))) throw new Error(`${name} already exists.`);
  const named = renamed(name);
  return readdirSync(sample, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(sample, join(entry.parentPath, entry.name)))
    .sort()
    .map((path) => {
      const file = join(folder, name, named(path));
      const text = named(readFileSync(join(sample, path), 'utf8'));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, path === 'package.json' ? manifest(text, versions, dev) : text);
      return join(name, named(path));
    });
}

/** 'SamplePage' is named after the remote without spaces, 'Sample' alone is its title. */
function renamed(name) {
  const word = name.slice('mf-'.length);
  const title = word.replace(/(^|-)([a-z])/g, (_, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase());
  return (text) =>
    text
      .replaceAll(/Sample(?=[A-Z])/g, title.replaceAll(' ', ''))
      .replaceAll('Sample', title)
      .replaceAll('SAMPLE', word.replaceAll('-', '_').toUpperCase())
      .replaceAll('sample', word);
}

function manifest(text, versions, dev) {
  const { scripts, ...rest } = JSON.parse(text);
  const dependencies = Object.fromEntries(libraries.map((library) => [library, versions[library]]));
  return json({ ...rest, scripts: { dev: dev ?? scripts.dev }, dependencies });
}
