/** The systemd unit in deploy/. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../lib/paths.mjs';

const unit = readFileSync(join(root, 'deploy/lectern.service'), 'utf8');
const isInstalled = !spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).error;

describe('deploy/lectern.service', () => {
  it('passes systemd-analyze verify', { skip: !isInstalled && 'there is no systemd-analyze' }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-unit-'));
    try {
      const file = join(folder, 'lectern.service');
      // User and program exist only on a machine on which Lectern is installed.
      const here = unit
        .replace(/^(User|Group)=.*\n/gm, '')
        .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
      writeFileSync(file, here);
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      const said = stderr.split('\n').filter((line) => line.includes('lectern.service'));
      assert.deepEqual([status, said], [0, []]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('returns memory like npm start does', () => {
    const settings = JSON.parse(readFileSync(join(root, 'server/memorySettings.json'), 'utf8'));
    for (const [name, value] of Object.entries(settings)) assert.ok(unit.includes(`${name}=${value}`), name);
  });
});
