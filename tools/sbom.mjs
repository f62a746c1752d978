/**
 * npm run sbom [-- --output folder]: writes npm's software bill of materials (CycloneDX) for the server, the shell and
 * each remote: the packages that package-lock.json installs for it. What is in the code of a published remote is in its
 * provenance.json.
 */
import './lib/usage.mjs';
import { execSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dist, remoteNames, root } from './lib/paths.mjs';

const { values } = parseArgs({ options: { output: { type: 'string', default: join(dist, 'sbom') } } });
mkdirSync(values.output, { recursive: true });
for (const workspace of ['server', 'shell', ...remoteNames()]) {
  const command = `npm sbom --sbom-format=cyclonedx --omit=dev --package-lock-only --workspace=${workspace}`;
  const file = join(values.output, `${workspace}.cdx.json`);
  writeFileSync(file, execSync(command, { cwd: root, maxBuffer: 1e9 }));
  console.log(file);
}
