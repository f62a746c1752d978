/**
 * npm run licenses: checks that every package that ships, including transitive dependencies, has a license that we may
 * redistribute.
 */
import './lib/usage.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'Unlicense',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Zlib',
  'OFL-1.1',
  'CC-BY-4.0',
  'MPL-2.0',
  'WTFPL',
  // The images library links libvips, which stays a replaceable shared library.
  'LGPL-3.0-or-later',
]);

/** Packages whose package.json names no license, with the license from their README. */
const statedElsewhere = { 'combine-errors': 'MIT' };

/** SPDX expression: one allowed name of an OR is enough; every one of an AND is needed. */
function permits(expression) {
  const plain = expression.replace(/[()]/g, ' ').trim();
  if (/ OR /i.test(plain)) return plain.split(/ OR /i).some(permits);
  return plain.split(/ AND /i).every((name) => allowed.has(name.trim()));
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const refused = [];
let counted = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.includes('node_modules/') || entry.dev || entry.link) continue;
  const manifest = join(root, path, 'package.json');
  const installed = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const stated = entry.license ?? installed.license ?? installed.licenses?.map?.((l) => l.type).join(' OR ');
  const license =
    (typeof stated === 'object' ? stated?.type : stated) ??
    statedElsewhere[path.replace(/^.*node_modules\//, '')];
  // A package for another platform is not installed here; its license may be in the lock file.
  if (!license && !existsSync(manifest)) continue;
  counted += 1;
  if (!license || !permits(license))
    refused.push(`${path.replace(/^.*node_modules\//, '')}: ${license ?? 'no license named'}`);
}

if (refused.length > 0) {
  console.error(`Not redistributable:\n  ${refused.join('\n  ')}`);
  process.exit(1);
}
console.log(`${counted} packages ship, all under allowed licenses.`);
