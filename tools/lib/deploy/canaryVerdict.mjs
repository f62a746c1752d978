/**
 * Decides by browser reports whether a canary can be promoted. A remote sets its own thresholds in its package.json,
 * under "lectern": { "canary": { … } }.
 *
 * @typedef {object} Thresholds
 * @property {number} loads least number of loads before it is promoted
 * @property {number} minutes least age before it is promoted
 * @property {number} giveUpMinutes how long to wait for enough loads
 * @property {number} failures share of loads that may fail, 0 to 1; more only if the current version fails as often
 * @property {number} slower factor by which its 75th percentile load time may exceed that of the current version
 *
 * @typedef {object} Health as Administration has it (shared-contracts/src/api/remotes.ts)
 * @property {number} loads
 * @property {number} failures
 * @property {number | null} p75_ms
 */

/** @type {Thresholds} */
export const standardThresholds = {
  loads: 50,
  minutes: 30,
  giveUpMinutes: 1_440,
  failures: 0.02,
  slower: 1.3,
};

/** Failures that may be coincidence. */
const chance = 2;
/** Milliseconds that are not noticeable. */
const unnoticedMs = 100;

const percent = (share) => `${Math.round(share * 1_000) / 10} %`;
const shareOf = (health) => (health && health.loads > 0 ? health.failures / health.loads : 0);

/** @param {Partial<Thresholds>} own @returns {Thresholds} throws unless each is a number above 0 */
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
 * @param {object} seen
 * @param {Health | undefined} seen.canary health of the canary
 * @param {Health | undefined} seen.current health of the current version
 * @param {number} seen.minutes since the canary was deployed
 * @param {Thresholds} thresholds
 * @returns {{ verdict: 'promote' | 'rollback' | 'wait' | 'give up', why: string }}
 */
export function canaryVerdict({ canary, current, minutes }, thresholds) {
  const loads = canary?.loads ?? 0;
  const failed = shareOf(canary);
  const mayFail = Math.max(thresholds.failures, shareOf(current));
  if (canary && canary.failures > chance && failed > mayFail) {
    return {
      verdict: 'rollback',
      why: `${canary.failures} of ${loads} loads failed (${percent(failed)}); at most ${percent(mayFail)} may`,
    };
  }
  const enough = loads >= thresholds.loads && minutes >= thresholds.minutes;
  const [own, usual] = [canary?.p75_ms ?? null, current?.p75_ms ?? null];
  const tooSlow =
    own !== null && usual !== null && own > usual * thresholds.slower && own - usual > unnoticedMs;
  const times = `75 of 100 loads took less than ${own} ms${usual === null ? '' : `, of the current version ${usual} ms`}`;
  if (loads >= thresholds.loads && tooSlow)
    return { verdict: 'rollback', why: `${times}: more than ${thresholds.slower} times as long` };
  if (enough) return { verdict: 'promote', why: `${canary.failures} of ${loads} loads failed; ${times}` };
  const soFar = `${loads} of ${thresholds.loads} loads in ${Math.floor(minutes)} of ${thresholds.minutes} minutes`;
  return minutes > thresholds.giveUpMinutes
    ? { verdict: 'give up', why: `only ${soFar}: too few to say anything` }
    : { verdict: 'wait', why: soFar };
}
