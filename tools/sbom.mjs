/**
 * npm run sbom [-- --output folder]: writes a software bill of materials (CycloneDX 1.6) for the server, the shell and
 * each remote, and a list of all packages that ship with their licenses. For the shell and the remotes it lists the
 * packages in their last build (npm run build); for the server those that package-lock.json installs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtFolder } from './lib/build/buildRemote.mjs';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { dist, remoteNames, root, shellDist } from './lib/paths.mjs';
import { filesBelow } from './lib/registry/publish.mjs';
import { billOfMaterials, packagesInBuild, packagesOfWorkspace } from './lib/release/sbom.mjs';

await ensureInstalled();
const { values } = parseArgs({ options: { output: { type: 'string', default: join(dist, 'sbom') } } });
const about = (workspace) => {
  const { name, version } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  return { name, version };
};

mkdirSync(values.output, { recursive: true });
const licenses = new Map();
function write(workspace, packages) {
  const bill = billOfMaterials(about(workspace), packages);
  const file = join(values.output, `${workspace}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  for (const { name, version, licenses: [one] = [] } of bill.components)
    licenses.set(`${name}@${version}`, one?.expression ?? one?.license?.id ?? 'not stated');
  console.log(`${file}: ${bill.components.length} packages`);
}

write('server', packagesOfWorkspace('server'));
const builds = [['shell', shellDist], ...remoteNames().map((name) => [name, builtFolder(name)])];
for (const [workspace, build] of builds) {
  if (existsSync(build)) write(workspace, packagesInBuild(build, filesBelow(build)));
  else console.error(`${workspace} is not built: run npm run build first.`);
}
const lines = [...licenses].sort().map(([name, license]) => `${name}\t${license}`);
writeFileSync(join(values.output, 'licenses.txt'), `${lines.join('\n')}\n`);
console.log(`${join(values.output, 'licenses.txt')}: ${lines.length} packages`);
