/** What may be done to the registry of remotes, each as a function from one registry to the next. */

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

/** Makes `published` the current version for everybody; the one before stays as the previous, to go back to. */
export function switchTo(registry, name, published) {
  const before = registry.remotes[name];
  const same = versionOf(before?.current) === versionOf(published);
  return withEntry(registry, name, {
    current: published,
    previous: same ? before.previous : before?.current,
  });
}

/**
 * A share of the readers gets `published`, the others what they have.
 * @param {number} share 0 to 1
 */
export function canaryOf(registry, name, published, share) {
  if (!(share > 0 && share <= 1)) throw new Error('A share is more than 0 % and at most 100 %.');
  const entry = registry.remotes[name];
  if (!entry) throw new Error(`${name} has no version yet: the first one is for everybody.`);
  if (versionOf(entry.current) === versionOf(published)) {
    throw new Error(`${name}@${versionOf(published)} is what everybody has already.`);
  }
  return withEntry(registry, name, { ...entry, canary: { ...published, share } });
}

/** The version that some readers have becomes everybody's; with a share, that of some more (or fewer) of them. */
export function promoted(registry, name, share) {
  const { canary } = entryOf(registry, name);
  if (!canary) throw new Error(`${name} has no version that only some readers have.`);
  const { share: _, ...published } = canary;
  return share === undefined
    ? switchTo(registry, name, published)
    : canaryOf(registry, name, published, share);
}

/**
 * Takes the newest step back: a version for some readers is theirs no more; else the version before becomes current,
 * and the other way round, so that rolling back twice changes nothing.
 */
export function rolledBack(registry, name) {
  const { current, previous, canary } = entryOf(registry, name);
  if (canary) return withEntry(registry, name, { current, previous });
  if (!previous) throw new Error(`${name} has no version before ${versionOf(current)}.`);
  return withEntry(registry, name, { current: previous, previous: current });
}

/** A line for each remote: its versions, and who gets which. */
export function listed(registry) {
  return Object.entries(registry.remotes).map(([name, { current, previous, canary }]) => {
    const notes = [
      ...(canary ? [`${Math.round(canary.share * 1000) / 10} % have ${versionOf(canary)}`] : []),
      ...(previous ? [`before: ${versionOf(previous)}`] : []),
    ];
    return `${name}  ${versionOf(current)}${notes.length > 0 ? `  (${notes.join('; ')})` : ''}`;
  });
}
