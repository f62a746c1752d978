import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promote, rollback } from '../deploy.mjs';
import { canaryVerdict, standardThresholds, thresholdsOf, watchCanary } from '../lib/deploy/watchCanary.mjs';
import { readHistory } from '../lib/registry/target.mjs';
import { sampleDeploys, versionOf } from '../lib/testing/sampleBuild.mjs';

const health = (loads, failures, p75_ms = 200) => ({ loads, failures, p75_ms });
const verdict = (canary, { current = health(5_000, 5), minutes = 60 } = {}) =>
  canaryVerdict({ canary, current, minutes }, standardThresholds);

describe('a canary', () => {
  for (const [what, found, expected, says] of [
    ['has no reports yet', verdict(undefined, { minutes: 5 }), 'wait', /0 of 50 loads in 5 of 30 minutes/],
    ['has few good reports', verdict(health(20, 0)), 'wait', /20 of 50 loads/],
    [
      'is good, and has not been out for long',
      verdict(health(500, 0), { minutes: 10 }),
      'wait',
      /10 of 30 minutes/,
    ],
    ['is good', verdict(health(50, 0)), 'promote', /0 of 50 loads failed/],
    ['failed twice, which may be chance', verdict(health(10, 2)), 'wait', /10 of 50/],
    ['fails at once', verdict(health(4, 4), { minutes: 1 }), 'rollback', /4 of 4 loads failed \(100 %\)/],
    ['fails more than it may', verdict(health(100, 3)), 'rollback', /\(3 %\); at most 2 % may/],
    [
      'fails no more than the current one',
      verdict(health(100, 5), { current: health(100, 8) }),
      'promote',
      /5 of 100/,
    ],
    ['is slower', verdict(health(60, 0, 400)), 'rollback', /less than 400 ms, of the current version 200 ms/],
    ['is slower by what nobody notices', verdict(health(60, 0, 290)), 'promote', /290 ms/],
    ['nobody has opened for a day', verdict(health(3, 0), { minutes: 1_500 }), 'give up', /too few/],
  ]) {
    it(`that ${what}: ${expected}`, () => {
      assert.equal(found.verdict, expected);
      assert.match(found.why, says);
    });
  }

  it('uses the thresholds of its package, and rejects misspelt ones', () => {
    assert.equal(thresholdsOf({ loads: 5 }).loads, 5);
    assert.throws(() => thresholdsOf({ load: 5 }), /"lectern\.canary\.load" is none of/);
    assert.throws(() => thresholdsOf({ slower: '2' }), /number above 0/);
  });
});

describe('a watched canary', () => {
  let place;
  let versions;
  beforeEach(async () => {
    place = sampleDeploys();
    const one = versionOf((await place.deployed('one')).current);
    const two = versionOf((await place.deployed('two', { share: 0.05 })).canary);
    versions = { one, two };
  });
  afterEach(() => place.remove());

  const watched = (reports) => {
    const looks = reports.values();
    return watchCanary(place.target, {
      name: 'mf-search',
      promote,
      rollback,
      thresholds: { minutes: 1 },
      health: async () =>
        Object.entries(looks.next().value ?? {}).map(([which, found]) => ({
          remote: 'mf-search',
          version: versions[which],
          ...found,
        })),
      now: () => Date.now() + 120_000,
      pause: async () => {},
      say: () => {},
    });
  };

  it('is promoted once enough browsers have loaded it', async () => {
    const said = await watched([{}, { two: health(10, 0) }, { two: health(60, 0), one: health(900, 1) }]);
    assert.match(said, new RegExp(`${versions.two} is everybody's now: 0 of 60 loads failed`));
    assert.equal(versionOf((await place.deployed('two')).current), versions.two);
  });

  it('is rolled back and marked when it fails, with the reason in the history', async () => {
    const said = await watched([{ two: health(2, 0) }, { two: health(8, 6) }]);
    assert.match(said, /was rolled back: 6 of 8 loads failed \(75 %\)/);
    const last = (await readHistory(place.target)).at(-1);
    assert.deepEqual([last.step, last.from, last.version], ['rollback', versions.two, versions.one]);
    assert.match(last.why, /6 of 8 loads failed/);
    const { canary, withdrawn } = (await place.target.switch((registry) => registry)).remotes['mf-search'];
    assert.deepEqual([canary, withdrawn[0].version], [undefined, versions.two]);
  });

  it('is no longer watched when somebody else has decided', async () => {
    await rollback(place.target, 'mf-search', {});
    await assert.rejects(watched([]), /nothing to watch/);
  });
});
