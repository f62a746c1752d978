/**
 * The registry as a file: validation, and recovery when it is invalid. Beside remotes.json are a copy of its last
 * version and the history of all deploys, from which a lost registry can be restored.
 */

export const registryFile = 'remotes.json';
export const lastGoodFile = 'remotes.last-good.json';
export const historyFile = 'deploys.json';
/** Maximum number of steps in the history. */
const keptSteps = 500;

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The registry is damaged, and so is its copy. */
export class DamagedRegistry extends Error {}

/**
 * @param {unknown} value of remotes.json
 * @returns {string | null} the problem; null if it is a valid registry
 */
function registryProblem(value) {
  if (!isRecord(value) || !isRecord(value.remotes)) return 'it has no list of remotes';
  for (const [name, entry] of Object.entries(value.remotes)) {
    if (!isRecord(entry) || !entry.current) return `${name} has no current version`;
    for (const place of ['current', 'previous', 'canary'].filter((one) => entry[one] !== undefined)) {
      const { base, description } = entry[place] ?? {};
      const isVersion = typeof description?.version === 'string' && description.name === name;
      if (typeof base !== 'string' || !isVersion || !Array.isArray(description.files))
        return `${name}.${place} is no version of ${name} with a folder and files`;
    }
  }
  return null;
}

/** @param {string | Buffer} text @returns {{ registry: object } | { problem: string }} */
function parseRegistry(text) {
  let registry;
  try {
    registry = JSON.parse(text);
  } catch (error) {
    return { problem: `it is no JSON (${error.message})` };
  }
  const problem = registryProblem(registry);
  return problem ? { problem } : { registry };
}

export const isEmpty = ({ remotes }) => Object.keys(remotes).length === 0;

/**
 * The registry, or its last good copy if it is damaged.
 * @param {(path: string) => Promise<Buffer | null>} read
 * @returns {Promise<{ registry: object, problem: string | null }>} `problem` of remotes.json, if any
 * @throws {DamagedRegistry} if neither can be used
 */
export async function loadRegistry(read) {
  const [text, copy] = await Promise.all([read(registryFile), read(lastGoodFile)]);
  if (text === null && copy === null) return { registry: { remotes: {} }, problem: null };
  const found = text === null ? { problem: 'it is not there' } : parseRegistry(text);
  const kept = copy === null ? { problem: 'there is none' } : parseRegistry(copy);
  // No step removes the last remote: a registry that became empty was damaged.
  const isLost = found.registry && isEmpty(found.registry) && kept.registry && !isEmpty(kept.registry);
  if (found.registry && !isLost) return { registry: found.registry, problem: null };
  if (kept.registry) return { registry: kept.registry, problem: found.problem ?? 'it lists no remotes' };
  throw new DamagedRegistry(
    `${registryFile} is damaged: ${found.problem}. Its copy ${lastGoodFile} cannot be used either: ${kept.problem}. ` +
      'npm run deploy -- --repair makes it again from the published versions.',
  );
}

/** @param {object} registry @returns {string} its text; throws if it is invalid, so that it is never written */
export function registryText(registry) {
  const problem = registryProblem(registry);
  if (problem) throw new Error(`The registry would be damaged: ${problem}. Nothing was written.`);
  return JSON.stringify(registry, null, 2);
}

/**
 * One step of a deploy, for people and for Administration.
 * @typedef {object} DeployStep
 * @property {string} at ISO 8601
 * @property {string} remote
 * @property {'deploy' | 'canary' | 'promote' | 'rollback' | 'repair'} step
 * @property {string} version the resulting current version, or the canary
 * @property {string} [from] version that a rollback left
 * @property {number} [share] of the readers, 0 to 1
 * @property {string} [why]
 * @property {string} [by]
 * @property {string} [commit]
 */

/** @param {string | Buffer | null} text @returns {DeployStep[]} oldest first; empty if the file is damaged */
export function parseHistory(text) {
  try {
    const steps = JSON.parse(text ?? '[]');
    return Array.isArray(steps) ? steps.filter((step) => isRecord(step) && typeof step.at === 'string') : [];
  } catch {
    return [];
  }
}

/** @param {DeployStep[]} steps @param {DeployStep} step @returns {string} */
export const historyText = (steps, step) => JSON.stringify([...steps, step].slice(-keptSteps), null, 1);
