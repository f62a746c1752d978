import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { runCaptured } from '../lib/processes/run.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commands = Object.entries(scripts).filter(([, command]) => command.startsWith('node '));

const stateOf = () =>
  ['dist/remotes/remotes.json', 'dist/.built-from']
    .map((file) => join(root, file))
    .map((file) => existsSync(file) && statSync(file).mtimeMs);

for (const [name, command] of commands)
  test(`[O-06] --help prints the usage of npm run ${name}, and does nothing`, async () => {
    const before = stateOf();
    assert.match(command, /^node tools\/[\w/-]+\.mjs( [\w-]+)?$/, 'one program, which sees --help first');
    const words = command.split(' ').slice(1);
    const { code, output } = await runCaptured(process.execPath, [...words, '--help']);
    assert.equal(code, 0, output);
    assert.match(output, new RegExp(`^npm (?:run )?${name}\\b`, 'm'));
    assert.deepEqual(stateOf(), before);
  });

for (const file of ['testing/test', 'testing/e2e', 'testing/epub-tests', 'testing/pictures', 'bench'])
  test(`[O-06] tools/${file}.mjs builds into a folder of its own`, () => {
    const [first] = readFileSync(join(root, `tools/${file}.mjs`), 'utf8').match(/^import .*$/m);
    assert.match(first, /^import '\.{1,2}\/lib\/build\/forTests\.mjs';$/);
  });

test('[O-06] no other command than npm start builds what has changed into the folder that is served', async () => {
  const print = `
    import './tools/lib/build/forTests.mjs';
    const { dist, remotesDist } = await import('./tools/lib/paths.mjs');
    console.log(JSON.stringify([dist, remotesDist]));`;
  const { output } = await runCaptured(process.execPath, ['--input-type=module', '--eval', print]);
  const folder = join(root, '.cache', 'tests');
  assert.deepEqual(JSON.parse(output), [folder, join(folder, 'remotes')]);
});
