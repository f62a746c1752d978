/**
 * Watches a canary, and promotes it or rolls it back, by what browsers report. A remote sets its own thresholds in its
 * package.json, under "lectern": { "canary": { … } }.
 *
 * @typedef {object} Health as Administration has it (shared-contracts/src/api/remotes.ts)
 * @property {number} loads
 * @property {number} failures
 * @property {number | null} p75_ms
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { packageOf } from '../registry/publish.mjs';
import { readHistory, readRegistry } from '../registry/target.mjs';

export const standardThresholds = {
  /** Least number of loads, and least age, before it is promoted. */
  loads: 50,
  minutes: 30,
  /** How long to wait for enough loads. */
  giveUpMinutes: 1_440,
  /** Share of loads that may fail, 0 to 1; more only if the current version fails as often. */
  failures: 0.02,
  /** Factor by which its 75th percentile load time may exceed that of the current version. */
  slower: 1.3,
};

/** Failures that may be coincidence. */
const chance = 2;
/** Milliseconds that are not noticeable. */
const unnoticedMs = 100;
/** Milliseconds between two checks. */
const pollMs = 30_000;

const percent = (share) => `${Math.round(share * 1_000) / 10} %`;
const shareOf = (health) => (health && health.loads > 0 ? health.failures / health.loads : 0);

/** @param {Partial<typeof standardThresholds>} own throws unless each is a number above 0 */
export function thresholdsOf(own = {}) {
  for (const [name, value] of Object.entries(own)) {
    if (!Object.hasOwn(standardThresholds, name))
      throw new Error(`"lectern.canary.${name}" is none of ${Object.keys(standardThresholds).join(', ')}.`);
    if (typeof value !== 'number' || !(value > 0))
      throw new Error(`"lectern.canary.${name}" must be a number above 0.`);
  }
  return { ...standardThresholds, ...own };
}

/**
 * @param {{ canary?: Health, current?: Health, minutes: number }} seen of both versions; minutes since it was deployed
 * @param {typeof standardThresholds} thresholds
 * @returns {{ verdict: 'promote' | 'rollback' | 'wait' | 'give up', why: string }}
 */
export function canaryVerdict({ canary, current, minutes }, thresholds) {
  const loads = canary?.loads ?? 0;
  const failed = shareOf(canary);
  const mayFail = Math.max(thresholds.failures, shareOf(current));
  if (canary && canary.failures > chance && failed > mayFail)
    return {
      verdict: 'rollback',
      why: `${canary.failures} of ${loads} loads failed (${percent(failed)}); at most ${percent(mayFail)} may`,
    };
  const [own, usual] = [canary?.p75_ms ?? null, current?.p75_ms ?? null];
  const tooSlow =
    own !== null && usual !== null && own > usual * thresholds.slower && own - usual > unnoticedMs;
  const times = `75 of 100 loads took less than ${own} ms${usual === null ? '' : `, of the current version ${usual} ms`}`;
  if (loads >= thresholds.loads && tooSlow)
    return { verdict: 'rollback', why: `${times}: more than ${thresholds.slower} times as long` };
  if (loads >= thresholds.loads && minutes >= thresholds.minutes)
    return { verdict: 'promote', why: `${canary.failures} of ${loads} loads failed; ${times}` };
  const soFar = `${loads} of ${thresholds.loads} loads in ${Math.floor(minutes)} of ${thresholds.minutes} minutes`;
  return minutes > thresholds.giveUpMinutes
    ? { verdict: 'give up', why: `only ${soFar}: too few to say anything` }
    : { verdict: 'wait', why: soFar };
}

/**
 * @param {import('../registry/target.mjs').Target} target
 * @param {object} how
 * @param {string} how.name of the remote
 * @param {string} [how.base] address of the Lectern whose browsers report
 * @param {typeof import('../../deploy.mjs').promote} how.promote
 * @param {typeof import('../../deploy.mjs').rollback} how.rollback
 * @param {string} [how.by]
 * @param {() => Promise<{ remote: string, version: string, loads: number, failures: number }[]>} [how.health]
 * @param {object} [how.thresholds] of its package.json, unless given
 * @param {() => number} [how.now]
 * @param {() => Promise<unknown>} [how.pause] between two checks
 * @param {(line: string) => void} [how.say]
 * @returns {Promise<string>} what was done, and why
 */
export async function watchCanary(
  target,
  {
    name,
    base,
    promote,
    rollback,
    by,
    health = healthAt(base ?? 'http://127.0.0.1:8080'),
    thresholds = packageOf(name).lectern?.canary,
    now = Date.now,
    pause = () => sleep(pollMs),
    say = console.log,
  },
) {
  const limits = thresholdsOf(thresholds);
  const version = (await readRegistry(target)).remotes[name]?.canary?.description.version;
  if (!version) throw new Error(`${name} has no canary: there is nothing to watch.`);
  const begun = (await readHistory(target)).findLast(
    (one) => one.remote === name && one.step === 'canary' && one.version === version,
  );
  const since = begun ? Date.parse(begun.at) : now();
  for (let said = ''; ; await pause()) {
    const entry = (await readRegistry(target)).remotes[name];
    if (entry?.canary?.description.version !== version)
      return `${name}@${version} is no longer what some readers have: somebody else has decided.`;
    const items = await health();
    const of = (wanted) => items.find((item) => item.remote === name && item.version === wanted);
    const seen = { canary: of(version), current: of(entry.current.description.version) };
    const { verdict, why } = canaryVerdict({ ...seen, minutes: (now() - since) / 60_000 }, limits);
    if (verdict === 'promote') {
      await promote(target, name, { why, by });
      return `${name}@${version} is everybody's now: ${why}.`;
    }
    if (verdict === 'rollback') {
      await rollback(target, name, { why, by });
      return `${name}@${version} was rolled back: ${why}.`;
    }
    if (verdict === 'give up') return `${name}@${version} stays with some readers: ${why}. Decide yourself.`;
    if (why !== said) say(`${name}@${version}: ${why}`);
    said = why;
  }
}

/** The browser reports that Administration shows, requested with an administrator's account. */
function healthAt(base) {
  const { LECTERN_WATCH_EMAIL: email, LECTERN_WATCH_PASSWORD: password } = process.env;
  if (!email || !password)
    throw new Error(
      'LECTERN_WATCH_EMAIL and LECTERN_WATCH_PASSWORD must name an administrator: only these see what browsers report.',
    );
  const ask = (path, init) => fetch(new URL(`/v1${path}`, base), init);
  const headers = { authorization: '' };
  return async () => {
    const look = () => ask('/admin/remotes?days=2', { headers });
    let answer = await look();
    // A token lasts a quarter of an hour.
    if (answer.status === 401) {
      const signIn = await ask('/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      if (!signIn.ok) throw new Error(`${base} rejected the sign-in of ${email} (${signIn.status}).`);
      headers.authorization = `Bearer ${(await signIn.json()).token}`;
      answer = await look();
    }
    if (!answer.ok) throw new Error(`${base} did not return browser reports to ${email} (${answer.status}).`);
    return (await answer.json()).items;
  };
}
