/** The result of `npm audit` for the packages that ship; some registries do not support it. */
import { spawnSync } from 'node:child_process';
import { root } from '../paths.mjs';

/** Severities that block a release. */
const serious = ['high', 'critical'];

/**
 * @param {string} text output of `npm audit --json`
 * @returns {{ reached: boolean, problems: string[] }} one sentence for each package that blocks a release; `reached` is
 *   false if the registry could not be asked
 */
export function auditOutcome(text) {
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    return { reached: false, problems: [] };
  }
  if (typeof report?.vulnerabilities !== 'object' || report.vulnerabilities === null)
    return { reached: false, problems: [] };
  const problems = Object.values(report.vulnerabilities)
    .filter(({ severity }) => serious.includes(severity))
    .map(({ name, severity, range, fixAvailable }) => {
      const way = fixAvailable
        ? 'npm audit fix has a version without it'
        : 'there is no version without it yet';
      return `${name} ${range} is known to be unsafe (${severity}); ${way}.`;
    });
  return { reached: true, problems };
}

/** @returns {{ reached: boolean, problems: string[] }} */
export function auditPackages() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = spawnSync(npm, ['audit', '--json', '--omit=dev'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return auditOutcome(stdout ?? '');
}
