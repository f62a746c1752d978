/** What a change from one report to the next means for those who build against the first. */

/**
 * @param {readonly string[]} before lines of a report @param {readonly string[]} after
 * @param {ReadonlyMap<string, string>} accepted lines of `before` whose change affects nobody, with the reason
 * @param {object} rules
 * @param {(line: string) => string} rules.keyOf what a line is about
 * @param {(was: string, is: string) => string | undefined} rules.improvement why a changed line breaks nobody
 * @param {(line: string) => string | undefined} rules.demand of whom a new line demands something
 * @returns {{ change: 'patch' | 'minor' | 'major', reasons: string[] }}
 */
export function classify(before, after, accepted, { keyOf, improvement, demand }) {
  const removed = before.filter((line) => !after.includes(line));
  const added = new Set(after.filter((line) => !before.includes(line)));
  const reasons = [];
  for (const line of removed) {
    const next = [...added].find((other) => keyOf(other) === keyOf(line));
    added.delete(next);
    const better = next && improvement(line, next);
    if (accepted.has(line)) reasons.push(`minor: accepted: ${line} (${accepted.get(line)})`);
    else if (!next) reasons.push(`major: gone: ${line}`);
    else if (better) reasons.push(`minor: ${better}: ${next}`);
    else reasons.push(`major: was ${line}, is ${next}`);
  }
  for (const line of added) {
    const demanded = demand(line);
    reasons.push(demanded ? `major: demanded of ${demanded}: ${line}` : `minor: new: ${line}`);
  }
  const change = ['major', 'minor'].find((kind) => reasons.some((reason) => reason.startsWith(kind)));
  return { change: change ?? 'patch', reasons };
}

/** The lowest version that may follow. @param {string} version major.minor */
export function leastVersion(version, change) {
  const [major, minor] = version.split('.').map(Number);
  return change === 'major' ? `${major + 1}.0` : change === 'minor' ? `${major}.${minor + 1}` : version;
}
