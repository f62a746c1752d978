/** Watches a canary, and promotes it or rolls it back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { packageOf } from '../registry/publish.mjs';
import { readHistory, readRegistry } from '../registry/target.mjs';
import { canaryVerdict, thresholdsOf } from './canaryVerdict.mjs';

/** Milliseconds between two checks. */
const pollMs = 30_000;

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
  const steps = await readHistory(target);
  const begun = steps.findLast(
    (one) => one.remote === name && one.step === 'canary' && one.version === version,
  );
  const since = begun ? Date.parse(begun.at) : now();
  let said = '';
  for (;;) {
    const entry = (await readRegistry(target)).remotes[name];
    if (entry?.canary?.description.version !== version)
      return `${name}@${version} is no longer what some readers have: somebody else has decided.`;
    const items = await health();
    const of = (wanted) => items.find((item) => item.remote === name && item.version === wanted);
    const { verdict, why } = canaryVerdict(
      {
        canary: of(version),
        current: of(entry.current.description.version),
        minutes: (now() - since) / 60_000,
      },
      limits,
    );
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
    await pause();
  }
}

/** The browser reports that Administration shows, requested with an administrator's account. */
function healthAt(base) {
  const { LECTERN_WATCH_EMAIL: email, LECTERN_WATCH_PASSWORD: password } = process.env;
  if (!email || !password)
    throw new Error(
      'LECTERN_WATCH_EMAIL and LECTERN_WATCH_PASSWORD must name an administrator: only these see what browsers report.',
    );
  let token = null;
  const ask = (path, init) => fetch(new URL(`/v1${path}`, base), init);
  async function signIn() {
    const answer = await ask('/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`${base} rejected the sign-in of ${email} (${answer.status}).`);
    ({ token } = await answer.json());
  }
  return async () => {
    for (let tries = 0; tries < 2; tries += 1) {
      if (token === null) await signIn();
      const answer = await ask('/admin/remotes?days=2', { headers: { authorization: `Bearer ${token}` } });
      if (answer.ok) return (await answer.json()).items;
      if (answer.status !== 401)
        throw new Error(`${base} did not return browser reports (${answer.status}).`);
      token = null;
    }
    throw new Error(`${base} does not allow ${email} to see browser reports.`);
  };
}
