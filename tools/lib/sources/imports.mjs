/** All imports of our own code, as edges between files. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from '../paths.mjs';
import { filesBelow } from '../registry/publish.mjs';

/**
 * @typedef {object} Edge
 * @property {string} from file, relative to the root of the checkout
 * @property {string} to own file, relative to the root, or the name of a package
 * @property {boolean} own whether `to` is one of our files
 * @property {boolean} typeOnly whether it is erased at run time
 */

/** @param {string[]} folders of the checkout @returns {Edge[]} */
export function importsOf(folders) {
  return folders
    .flatMap((folder) => filesBelow(join(root, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .flatMap((file) =>
      specifiersIn(file).map(({ text, typeOnly }) => ({ from: file, typeOnly, ...target(file, text) })),
    );
}

function specifiersIn(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const { body } = parseSync(source, {
    syntax: 'typescript',
    tsx: file.endsWith('.tsx'),
    target: 'esnext',
    explicitResourceManagement: true,
  });
  const found = body.flatMap((item) => {
    if (item.type === 'ImportDeclaration') {
      const each = item.specifiers.length > 0 && item.specifiers.every((one) => one.isTypeOnly);
      return [{ text: item.source.value, typeOnly: item.typeOnly || each }];
    }
    if ((item.type === 'ExportNamedDeclaration' || item.type === 'ExportAllDeclaration') && item.source) {
      return [{ text: item.source.value, typeOnly: Boolean(item.typeOnly) }];
    }
    return [];
  });
  // import('…') can occur anywhere; in a type it is erased at run time.
  const code = source.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, '');
  for (const [, before, text] of code.matchAll(/(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]/g)) {
    found.push({ text, typeOnly: before !== undefined });
  }
  return found;
}

function target(from, text) {
  const own = /^@lectern\/([^/]+)\/(.+)$/.exec(text);
  if (!own && !text.startsWith('.')) return { to: text, own: false };
  const path = own ? `${own[1]}/src/${own[2]}` : normalize(join(dirname(from), text)).replaceAll('\\', '/');
  return { to: path, own: true };
}
