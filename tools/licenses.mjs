/**
 * npm run licenses: checks that every package that ships, including transitive dependencies, has a license that we may
 * redistribute, by package-lock.json.
 */
import './lib/usage.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

/** LGPL is the license of libvips, which the images library links: it stays a replaceable shared library. */
const allowed = new Set(
  `MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause 0BSD Apache-2.0 Unlicense CC0-1.0 BlueOak-1.0.0 Python-2.0 Zlib OFL-1.1
  CC-BY-4.0 MPL-2.0 WTFPL LGPL-3.0-or-later`.split(/\s+/),
);

/** Packages whose package.json names no license, or none exactly, with the one that they come with. */
const statedElsewhere = { 'combine-errors': 'MIT', duck: 'BSD-2-Clause' };

/** SPDX expression: one allowed name of an OR is enough; every one of an AND is needed. */
function permits(expression) {
  const plain = expression.replace(/[()]/g, ' ').trim();
  if (/ OR /i.test(plain)) return plain.split(/ OR /i).some(permits);
  return plain.split(/ AND /i).every((name) => allowed.has(name.trim()));
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const shipped = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path, { license }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    return { name, license: statedElsewhere[name] ?? license ?? '' };
  });
const refused = shipped.filter(({ license }) => !permits(license));
for (const { name, license } of refused)
  console.error(`Not redistributable: ${name}: ${license || 'no license named'}`);
if (refused.length > 0) process.exit(1);
console.log(`${shipped.length} packages ship, all under allowed licenses.`);
