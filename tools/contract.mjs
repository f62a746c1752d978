/**
 * npm run contract               what has changed since the contract was last released: patch, minor or major
 * npm run contract -- --write    writes the report of the public types, shared-contracts/report/current.txt
 * npm run contract -- --release  … and makes it the released one, once CONTRACT_VERSION is what the change asks for
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';

const folder = join(root, 'shared-contracts', 'report');
const file = (name) => join(folder, `${name}.txt`);

/** First line: the version; then the lines of the report. */
const read = (name) => {
  const [head = '', ...lines] = existsSync(file(name))
    ? readFileSync(file(name), 'utf8').trim().split('\n')
    : [];
  return { version: head.replace('contract ', '') || '0.0', lines };
};
/** Changes that no running remote notices, by the released line, with the reason. */
const readAccepted = () =>
  new Map(
    JSON.parse(readFileSync(join(folder, 'accepted.json'), 'utf8')).map(({ was, because }) => [was, because]),
  );
const textOf = (version, lines) => `contract ${version}\n${lines.join('\n')}\n`;

/** @returns {Promise<number>} 0 when the report is as the types are, and the version as the change asks for */
export async function contract(args = []) {
  const { judge, leastVersion, reportLines } = await import('./lib/contractReport.mjs');
  const { CONTRACT_VERSION } = await import('../shared-contracts/src/contract/version.ts');
  const lines = reportLines();
  const released = read('released');
  const { change, reasons } = judge(released.lines, lines, readAccepted());
  const least = leastVersion(released.version, change);
  const number = (version) => version.split('.').reduce((sum, part) => sum * 1e6 + Number(part), 0);
  const enough = number(CONTRACT_VERSION) >= number(least);

  mkdirSync(folder, { recursive: true });
  const text = textOf(CONTRACT_VERSION, lines);
  if (args.includes('--write') || args.includes('--release')) writeFileSync(file('current'), text);
  for (const reason of reasons) console.log(reason);
  console.log(
    `Since ${released.version}: ${reasons.length === 0 ? 'no change of the types' : `a ${change} change`}. The contract is ${CONTRACT_VERSION}.`,
  );
  if (!enough) {
    console.error(
      `It must be ${least} or more: shared-contracts/src/contract/version.ts, and see docs/contracts.md.`,
    );
    return 1;
  }
  if (args.includes('--release')) {
    writeFileSync(file('released'), text);
    writeFileSync(join(folder, 'accepted.json'), '[]\n');
  }
  if (!existsSync(file('current')) || readFileSync(file('current'), 'utf8') !== text) {
    console.error('The report is not as the types are: npm run contract -- --write.');
    return 1;
  }
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  process.exit(await contract(process.argv.slice(2)));
}
