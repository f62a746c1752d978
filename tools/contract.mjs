/**
 * npm run contract               compares contract and API with their last release: patch, minor or major
 * npm run contract -- --write    writes both reports, report/current.txt and report/api-current.txt
 * npm run contract -- --release  … and makes them the released ones, provided that CONTRACT_VERSION and apiVersion
 *                                have been raised accordingly
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';

const folder = join(root, 'shared-contracts', 'report');
const file = (name) => join(folder, name);

/** Splits a report: the version is in its first line. */
const read = (name, title) => {
  const [head = '', ...lines] = existsSync(file(name))
    ? readFileSync(file(name), 'utf8').trim().split('\n')
    : [];
  return { version: head.replace(`${title} `, '') || '0.0', lines };
};
/** Accepted changes that do not affect running remotes, by released line, with the reason. */
const readAccepted = () =>
  new Map(JSON.parse(readFileSync(file('accepted.json'), 'utf8')).map(({ was, because }) => [was, because]));

/** The two reports: the contract for remotes, and the API of the server. */
async function contracts() {
  const { classifyChange, reportLines } = await import('./lib/release/contractReport.mjs');
  const { apiLines, classifyApiChange } = await import('./lib/release/apiReport.mjs');
  const { CONTRACT_VERSION } = await import('../shared-contracts/src/contract/version.ts');
  const { apiVersion } = await import('../shared-contracts/src/api/apiHeaders.ts');
  const { routes } = await import('../shared-contracts/src/api/routes.ts');
  return [
    {
      title: 'contract',
      files: { current: 'current.txt', released: 'released.txt' },
      version: CONTRACT_VERSION,
      where: 'CONTRACT_VERSION in shared-contracts/src/contract/version.ts',
      lines: reportLines(),
      classify: classifyChange,
    },
    {
      title: 'api',
      files: { current: 'api-current.txt', released: 'api-released.txt' },
      version: apiVersion,
      where: 'apiVersion in shared-contracts/src/api/apiHeaders.ts',
      lines: apiLines(routes),
      classify: classifyApiChange,
    },
  ];
}

/** @returns {Promise<number>} 0 if the reports match the types and the versions match the changes */
export async function contract(args = []) {
  const all = await contracts();
  const codes = [];
  for (const one of all) codes.push(await checkReport(one, args));
  const failed = codes.some((code) => code !== 0);
  if (args.includes('--release') && !failed) writeFileSync(file('accepted.json'), '[]\n');
  return failed ? 1 : 0;
}

async function checkReport({ title, files, version, where, lines, classify }, args) {
  const { leastVersion } = await import('./lib/release/changes.mjs');
  const released = read(files.released, title);
  const { change, reasons } = classify(released.lines, lines, readAccepted());
  const least = leastVersion(released.version, change);
  const number = (text) => text.split('.').reduce((sum, part) => sum * 1e6 + Number(part), 0);

  mkdirSync(folder, { recursive: true });
  const text = `${title} ${version}\n${lines.join('\n')}\n`;
  if (args.includes('--write') || args.includes('--release')) writeFileSync(file(files.current), text);
  for (const reason of reasons) console.log(reason);
  console.log(
    `The ${title} since ${released.version}: ${reasons.length === 0 ? 'no change' : `a ${change} change`}. It is ${version}.`,
  );
  if (number(version) < number(least)) {
    console.error(`It must be at least ${least}: ${where}, and see docs/writing-a-remote.md.`);
    return 1;
  }
  if (args.includes('--release')) writeFileSync(file(files.released), text);
  if (!existsSync(file(files.current)) || readFileSync(file(files.current), 'utf8') !== text) {
    console.error(`The report of the ${title} is outdated: npm run contract -- --write.`);
    return 1;
  }
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  process.exit(await contract(process.argv.slice(2)));
}
