/** Operations on the registry of remotes, each a function from one registry to the next. */

const versionOf = (published) => published?.description.version;

function entryOf(registry, name) {
  const entry = registry.remotes[name];
  if (!entry) throw new Error(`${name} is not published.`);
  return entry;
}

const withEntry = (registry, name, entry) => ({
  ...registry,
  remotes: {
    ...registry.remotes,
    [name]: Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)),
  },
});

/** Maximum number of rolled-back versions that are remembered for each remote. */
export const keptMarks = 5;

/** The rolled-back versions of an entry without one that is deployed again. */
const marksWithout = (entry, version) => {
  const left = (entry?.withdrawn ?? []).filter((mark) => mark.version !== version);
  return left.length > 0 ? left : undefined;
};

/** @returns {boolean} whether this version was rolled back and has not been deployed again since */
export const isWithdrawn = (registry, name, version) =>
  (registry.remotes[name]?.withdrawn ?? []).some((mark) => mark.version === version);

/**
 * Makes `published` the current version for all readers; the former one becomes the previous version, for a rollback. A
 * version that was rolled back never becomes the previous one.
 */
export function switchTo(registry, name, published) {
  const before = registry.remotes[name];
  const version = versionOf(published);
  const same = versionOf(before?.current) === version;
  return withEntry(registry, name, {
    current: published,
    previous: same ? before.previous : before?.current,
    withdrawn: marksWithout(before, version),
  });
}

/**
 * Makes `published` the canary: a share of the readers gets it, the others keep the current version.
 * @param {number} share 0 to 1
 */
export function canaryOf(registry, name, published, share) {
  if (!(share > 0 && share <= 1)) throw new Error('A share is more than 0 % and at most 100 %.');
  const entry = registry.remotes[name];
  if (!entry)
    throw new Error(
      `${name} has no version yet, and the first one cannot be a canary. Deploy it without --canary.`,
    );
  if (versionOf(entry.current) === versionOf(published)) {
    throw new Error(`${name}@${versionOf(published)} is the current version already.`);
  }
  return withEntry(registry, name, {
    ...entry,
    canary: { ...published, share },
    withdrawn: marksWithout(entry, versionOf(published)),
  });
}

/** Promotes the canary to all readers, or changes its share. */
export function promoted(registry, name, share) {
  const { canary } = entryOf(registry, name);
  if (!canary) throw new Error(`${name} has no canary.`);
  const { share: _, ...published } = canary;
  return share === undefined
    ? switchTo(registry, name, published)
    : canaryOf(registry, name, published, share);
}

/**
 * Undoes the last step: removes the canary, or else makes the previous version, or `to`, current. The version that is
 * left is marked as withdrawn: later rollbacks do not return to it automatically.
 * @param {object} how
 * @param {object} [how.to] published version to go back to
 * @param {string} how.at ISO 8601
 * @param {string} [how.why]
 */
export function rolledBack(registry, name, { to, at = new Date().toISOString(), why } = {}) {
  const entry = entryOf(registry, name);
  const { current, previous, canary } = entry;
  const mark = (version) => [
    ...(entry.withdrawn ?? []).filter((one) => one.version !== version && one.version !== versionOf(to)),
    { version, at, ...(why ? { why } : {}) },
  ];
  const kept = (marks) => marks.slice(-keptMarks);
  if (canary && !to)
    return withEntry(registry, name, {
      ...entry,
      canary: undefined,
      withdrawn: kept(mark(versionOf(canary))),
    });
  const next = to ?? previous;
  if (!next)
    throw new Error(
      `${name} has no version before ${versionOf(current)}. --rollback --to <version> names one that is published.`,
    );
  if (versionOf(next) === versionOf(current))
    throw new Error(`${name}@${versionOf(current)} is the current version already.`);
  const before = versionOf(next) === versionOf(previous) ? undefined : previous;
  return withEntry(registry, name, {
    current: next,
    previous: before,
    withdrawn: kept(mark(versionOf(current))),
  });
}

/**
 * Lines for each remote: its versions, who gets which, and their history.
 * @param {readonly import('./registryFile.mjs').DeployStep[]} history oldest first
 */
export function listed(registry, history = []) {
  return Object.entries(registry.remotes).flatMap(([name, { current, previous, canary, withdrawn = [] }]) => {
    const notes = [
      ...(canary ? [`${Math.round(canary.share * 1000) / 10} % have ${versionOf(canary)}`] : []),
      ...(previous ? [`before: ${versionOf(previous)}`] : []),
    ];
    const known = [current, canary, previous].filter(Boolean).map(versionOf);
    return [
      `${name}  ${versionOf(current)}${notes.length > 0 ? `  (${notes.join('; ')})` : ''}`,
      ...known.flatMap((version) => origin(history, name, version)),
      ...withdrawn.map(
        ({ version, at, why }) => `  rolled back ${minute(at)}: ${version}${why ? ` (${why})` : ''}`,
      ),
    ];
  });
}

const minute = (at) => at.slice(0, 16).replace('T', ' ');

/** When a version was first deployed, by whom, and from which commit. */
function origin(history, name, version) {
  const first = history.find(
    (one) => one.remote === name && one.version === version && one.step !== 'rollback',
  );
  if (!first) return [];
  const { at, by, commit } = first;
  return [`  ${version}: ${minute(at)}${by ? `, ${by}` : ''}${commit ? `, commit ${commit}` : ''}`];
}
