import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { rollback } from '../deploy.mjs';
import { damaged } from '../lib/registry/publish.mjs';
import { listed } from '../lib/registry/registry.mjs';
import { DamagedRegistry } from '../lib/registry/registryFile.mjs';
import { repair } from '../lib/registry/repair.mjs';
import { readHistory, readRegistry, ticketsIn } from '../lib/registry/target.mjs';
import { inTurn } from '../lib/registry/turns.mjs';
import { sampleDeploys, versionOf } from '../lib/testing/sampleBuild.mjs';

let place;
beforeEach(() => {
  place = sampleDeploys();
});
afterEach(() => place.remove());

const file = (name) => join(place.remotes, name);
const damage = (name = 'remotes.json') => {
  const text = readFileSync(file(name), 'utf8');
  writeFileSync(file(name), text.slice(0, text.length / 2));
};
const about = { at: '2026-01-01T00:00:00.000Z', by: 'Ada' };

describe('[T-05] a damaged registry', () => {
  it('is read from its last good copy, and replaced by the next step', async () => {
    const one = versionOf((await place.deployed('one')).current);
    damage();
    assert.equal(versionOf((await readRegistry(place.target)).remotes['mf-search'].current), one);
    const { current, previous } = await place.deployed('two');
    assert.equal(versionOf(previous), one);
    const text = JSON.parse(readFileSync(file('remotes.json'), 'utf8'));
    assert.equal(versionOf(text.remotes['mf-search'].current), versionOf(current));
  });

  it('is restored by repair, which names the source', async () => {
    const one = versionOf((await place.deployed('one')).current);
    assert.match(await repair(place.target, about), /as it should be/);
    damage();
    assert.match(await repair(place.target, about), /it is no JSON.*last good copy: mf-search@1\.0\.0-/);
    assert.equal(versionOf((await readRegistry(place.target)).remotes['mf-search'].current), one);
  });

  it('with a damaged copy is restored from the published versions, without those rolled back', async () => {
    const one = versionOf((await place.deployed('one')).current);
    await place.deployed('two');
    await rollback(place.target, 'mf-search', {});
    for (const name of ['remotes.json', 'remotes.last-good.json']) damage(name);
    await assert.rejects(readRegistry(place.target), DamagedRegistry);
    assert.match(await repair(place.target, about), /from the published versions: mf-search@/);
    assert.equal(versionOf((await readRegistry(place.target)).remotes['mf-search'].current), one);
    // Without any history: the newest version that is intact.
    for (const name of ['remotes.json', 'remotes.last-good.json', 'deploys.json']) rmSync(file(name));
    await repair(place.target, about);
    assert.ok((await readRegistry(place.target)).remotes['mf-search']);
  });

  it('[O-07] that has become empty is damaged, and its previous versions survive the repair', async () => {
    const one = versionOf((await place.deployed('one')).current);
    const two = versionOf((await place.deployed('two')).current);
    const versions = async () => {
      const { current, previous } = (await readRegistry(place.target)).remotes['mf-search'];
      return [versionOf(current), versionOf(previous)];
    };
    writeFileSync(file('remotes.json'), '{"remotes":{}}');
    assert.deepEqual(await versions(), [two, one]);
    assert.match(await repair(place.target, about), /it lists no remotes.*last good copy/);
    assert.deepEqual(await versions(), [two, one]);
    for (const name of ['remotes.json', 'remotes.last-good.json'])
      writeFileSync(file(name), '{"remotes":{}}');
    assert.match(await repair(place.target, about), /from the published versions/);
    assert.deepEqual(await versions(), [two, one]);
    await rollback(place.target, 'mf-search', { why: 'slow' });
    const before = (await readRegistry(place.target)).remotes['mf-search'];
    for (const name of ['remotes.json', 'remotes.last-good.json']) damage(name);
    await repair(place.target, about);
    assert.deepEqual((await readRegistry(place.target)).remotes['mf-search'], before);
  });

  it('is never written', async () => {
    await place.deployed('one');
    const before = readFileSync(file('remotes.json'), 'utf8');
    for (const bad of [{}, { remotes: { 'mf-a': { current: 'x' } } }, { remotes: { 'mf-a': {} } }])
      await assert.rejects(
        place.target.switch(() => bad),
        /would be damaged/,
      );
    assert.equal(readFileSync(file('remotes.json'), 'utf8'), before);
  });
});

describe('[T-06] a rollback', () => {
  it('marks the version that is left, which never becomes the previous one again', async () => {
    const one = versionOf((await place.deployed('one')).current);
    const two = versionOf((await place.deployed('two')).current);
    const back = (await rollback(place.target, 'mf-search', { why: 'blank page' })).remotes['mf-search'];
    assert.deepEqual([versionOf(back.current), back.previous], [one, undefined]);
    assert.deepEqual(
      back.withdrawn.map(({ version, why }) => [version, why]),
      [[two, 'blank page']],
    );
    await assert.rejects(rollback(place.target, 'mf-search', {}), /has no version before/);
    const three = await place.deployed('three');
    assert.equal(versionOf(three.previous), one);
    assert.equal(three.withdrawn.length, 1);
  });

  it('goes to a given version, and otherwise skips versions that were rolled back', async () => {
    const [one, two, three] = [
      versionOf((await place.deployed('one')).current),
      versionOf((await place.deployed('two')).current),
      versionOf((await place.deployed('three')).current),
    ];
    await rollback(place.target, 'mf-search', {});
    const further = (await rollback(place.target, 'mf-search', {})).remotes['mf-search'];
    assert.equal(versionOf(further.current), one);
    const named = (await rollback(place.target, 'mf-search', { to: three })).remotes['mf-search'];
    assert.equal(versionOf(named.current), three);
    assert.deepEqual(
      named.withdrawn.map(({ version }) => version),
      [two, one],
    );
    await assert.rejects(rollback(place.target, 'mf-search', { to: '9.9.9' }), /is not published/);
  });

  it('is listed with who deployed what and when', async () => {
    const one = versionOf((await place.deployed('one', { by: 'Ada' })).current);
    const two = versionOf((await place.deployed('two', { by: 'Grace' })).current);
    await rollback(place.target, 'mf-search', { why: 'slow' });
    const lines = listed(await readRegistry(place.target), await readHistory(place.target)).join('\n');
    assert.match(lines, new RegExp(`^mf-search  ${one}\n  ${one}: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d, Ada`));
    assert.match(lines, new RegExp(`rolled back .*: ${two} \\(slow\\)`));
  });
});

describe('[T-07] a published file that was changed', () => {
  it('is replaced when the same code is deployed again', async () => {
    const { current } = await place.deployed('one');
    for (const path of ['remoteEntry.js', 'remote.json']) {
      writeFileSync(join(place.remotes, 'mf-search', versionOf(current), path), 'tampered');
      assert.notDeepEqual(await damaged(place.target, current.description), []);
      const again = await place.deployed('one');
      assert.equal(versionOf(again.current), versionOf(current));
      assert.deepEqual(await damaged(place.target, current.description), []);
    }
  });
});

describe('two processes that deploy at once', () => {
  it('are serialized, and lose nothing', async () => {
    const { current } = await place.deployed('one');
    const writer = (name) => `
      import { directoryTarget } from '${join(import.meta.dirname, '../lib/registry/target.mjs')}';
      const target = directoryTarget(${JSON.stringify(place.remotes)});
      const current = ${JSON.stringify({ ...current, description: { ...current.description, name: 'NAME' } })};
      for (let at = 0; at < 10; at += 1) {
        const name = '${name}-' + at;
        const own = JSON.parse(JSON.stringify(current).replace('"NAME"', JSON.stringify(name)));
        await target.switch((before) => ({ remotes: { ...before.remotes, [name]: { current: own } } }));
      }`;
    const children = ['mf-a', 'mf-b', 'mf-c'].map((name) =>
      spawn(process.execPath, ['--input-type=module', '-e', writer(name)], { stdio: 'inherit' }),
    );
    const codes = await Promise.all(children.map((child) => once(child, 'exit').then(([code]) => code)));
    assert.deepEqual(codes, [0, 0, 0]);
    assert.equal(Object.keys((await readRegistry(place.target)).remotes).length, 31);
  });

  it('take over the lock of a process that died, one after the other', async () => {
    const dead = join(place.folder, '.switching', 'dead');
    mkdirSync(dirname(dead));
    writeFileSync(dead, '');
    const long = new Date(Date.now() - 120_000);
    utimesSync(dead, long, long);
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((done) => setImmediate(done));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => inTurn(ticketsIn(place.folder), work)));
    assert.equal(most, 1);
    assert.deepEqual(readdirSync(dirname(dead)), []);
  });

  it('a writer that slept until another took its turn over writes nothing', async () => {
    const tickets = ticketsIn(place.folder);
    let wrote = false;
    const slept = inTurn(tickets, async (requireTurn) => {
      const [{ path }] = await tickets.list('.switching');
      await tickets.remove(path);
      await inTurn(tickets, async () => {});
      await requireTurn();
      wrote = true;
    });
    await assert.rejects(slept, /took too long/);
    assert.equal(wrote, false);
  });
});
