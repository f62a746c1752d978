/** Repairs a damaged registry: from its last good copy, or else from the published versions. */
import { findPublished } from './publish.mjs';
import { DamagedRegistry, loadRegistry } from './registryFile.mjs';
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
  const isEmpty = found !== null && Object.keys(found.registry.remotes).length === 0;
  if (found !== null && found.problem === null && !isEmpty) return 'The registry is as it should be.';
  const registry = found === null || isEmpty ? await registryOfPublished(target) : found.registry;
  const remotes = Object.entries(registry.remotes).map(
    ([name, { current }]) => `${name}@${current.description.version}`,
  );
  await target.restore(registry, { ...about, remote: '*', step: 'repair', version: remotes.join(' ') });
  const from = found === null || isEmpty ? 'the published versions' : 'its last good copy';
  return `The registry was damaged${found?.problem ? ` (${found.problem})` : ''}. It was restored from ${from}: ${remotes.join(', ')}.`;
}

/** For each remote the last version in the history; without a history the newest that is intact. */
async function registryOfPublished(target) {
  const history = await readHistory(target);
  const remotes = {};
  for (const name of await target.remotes()) {
    const steps = history.filter(({ remote }) => remote === name);
    const left = new Set(steps.filter(({ step }) => step === 'rollback').map(({ from }) => from));
    const last = steps.findLast(({ step }) => ['deploy', 'promote', 'rollback'].includes(step))?.version;
    const current =
      (await findPublished(target, name, (version) => version === last)) ??
      (await findPublished(target, name, (version) => !left.has(version)));
    if (current) remotes[name] = { current };
  }
  return { remotes };
}
