/**
 * npm run check: all static checks: lint, types, boundaries, sizes, unused code, licenses, links. Two run at a time,
 * and all of them always run, so that one run reports every problem.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';
import { runCaptured } from './lib/processes/run.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const tool = (name) => [process.execPath, [`tools/${name}.mjs`]];

/** The slowest first, so that the last ones are short. */
const checks = [
  ['Promises', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['Lint and format', bin('biome'), ['ci', '--colors=off', '.']],
  ['Types', bin('tsc'), ['-p', '.']],
  [
    'Unused files, exports and dependencies',
    bin('knip'),
    ['--no-progress', '--treat-config-hints-as-errors'],
  ],
  ['Boundaries: imports, and remotes ask the Host', ...tool('boundaries')],
  ['The contract of the remotes', ...tool('contract')],
  ['Translations', ...tool('translations')],
  ['Licenses of what ships', ...tool('licenses')],
  ['Sizes of files and comments', ...tool('sizes')],
  ['Documents: links and decision records', ...tool('documents')],
];
const atOnce = 2;

/** @returns {Promise<number>} 0 if all checks pass */
export async function check() {
  const waiting = checks.values();
  let failed = 0;
  const worker = async () => {
    for (const [name, command, args] of waiting) {
      const started = performance.now();
      const { code, output } = await runCaptured(command, args);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const said = output.trim();
      // One line is a figure; the reports of other tools are longer.
      if (code === 0) console.log(`✓ ${name} (${seconds} s)${/^.+$/.test(said) ? `: ${said}` : ''}`);
      else console.log(`${output.trimEnd()}\n✗ ${name} failed (${seconds} s)`);
      if (code !== 0) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  process.exit(await check());
}
