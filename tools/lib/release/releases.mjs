/** Version and changelog of a release, as pure functions on texts. */

/** @param {string} current @param {string} wanted 'major', 'minor', 'patch', or a version @returns {string} */
export function nextVersion(current, wanted) {
  const parts = current.split('.').map(Number);
  const [major = 0, minor = 0, patch = 0] = parts;
  const next = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  }[wanted];
  if (next) return next;
  if (!/^\d+\.\d+\.\d+$/.test(wanted))
    throw new Error(`'${wanted}' is not a version. Give major, minor, patch, or a version such as 1.2.0.`);
  const higher = wanted.split('.').map(Number);
  const first = higher.findIndex((part, index) => part !== parts[index]);
  if (first < 0 || higher[first] < parts[first])
    throw new Error(`${wanted} is not higher than ${current}, the current version.`);
  return wanted;
}

const unreleased = '## Unreleased\n';

/**
 * Moves the unreleased changes of the changelog under the new version.
 * @param {string} changelog @param {string} version @param {string} day as in 2026-01-31
 * @returns {{ changelog: string, notes: string }} `notes` is the section of the new version
 */
export function releasedChangelog(changelog, version, day) {
  const start = changelog.indexOf(unreleased);
  if (start < 0) throw new Error('CHANGELOG.md has no section “## Unreleased”.');
  const after = start + unreleased.length;
  const end = changelog.indexOf('\n## ', after);
  const notes = changelog.slice(after, end < 0 ? undefined : end + 1).trim();
  if (notes === '')
    throw new Error('CHANGELOG.md has nothing under “Unreleased”: there is nothing to release.');
  return {
    notes: `${notes}\n`,
    changelog: `${changelog.slice(0, after)}\n## ${version} - ${day}\n${changelog.slice(after)}`,
  };
}
