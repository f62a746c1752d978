/** Repairs a damaged registry: from its last good copy, or else from the published versions. */
import { findPublished } from './publish.mjs';
import { keptMarks } from './registry.mjs';
import { DamagedRegistry, isEmpty, loadRegistry } from './registryFile.mjs';
import { readHistory } from './target.mjs';

/**
 * @param {import('./target.mjs').Target} target
 * @param {Pick<import('./registryFile.mjs').DeployStep, 'at' | 'by'>} about who repairs, and when
 * @returns {Promise<string>} what was done, for the operator
 */
export async function repair(target, about) {
  const found = await loadRegistry(target.read).catch((error) => {
    if (error instanceof DamagedRegistry) return null;
    throw error;
  });
  const isLost = found === null || isEmpty(found.registry);
  if (!isLost && found.problem === null) return 'The registry is as it should be.';
  const registry = isLost ? await registryOfPublished(target) : found.registry;
  const remotes = Object.entries(registry.remotes).map(
    ([name, { current }]) => `${name}@${current.description.version}`,
  );
  await target.restore(registry, { ...about, remote: '*', step: 'repair', version: remotes.join(' ') });
  const from = isLost ? 'the published versions' : 'its last good copy';
  return `The registry was damaged${found?.problem ? ` (${found.problem})` : ''}. It was restored from ${from}: ${remotes.join(', ')}.`;
}

/** For each remote its last two versions in the history; without a history the newest that is intact. */
async function registryOfPublished(target) {
  const history = await readHistory(target);
  const remotes = {};
  for (const name of await target.remotes()) {
    const steps = history.filter(({ remote }) => remote === name);
    const isLeft = (version) =>
      steps.findLast((step) => [step.version, step.from].includes(version))?.from === version;
    const known = steps
      .filter(({ step }) => ['deploy', 'promote', 'rollback'].includes(step))
      .map(({ version }) => version);
    const published = (wanted) => findPublished(target, name, (version) => version === wanted);
    const current =
      (await published(known.at(-1))) ?? (await findPublished(target, name, (version) => !isLeft(version)));
    if (!current) continue;
    const isEarlier = (version) => version !== current.description.version && !isLeft(version);
    const previous = await published(known.findLast(isEarlier));
    const withdrawn = steps
      .filter(({ step, from }) => step === 'rollback' && isLeft(from))
      .map(({ from, at, why }) => ({ version: from, at, ...(why ? { why } : {}) }));
    remotes[name] = {
      current,
      ...(previous ? { previous } : {}),
      ...(withdrawn.length > 0 ? { withdrawn: withdrawn.slice(-keptMarks) } : {}),
    };
  }
  return { remotes };
}
