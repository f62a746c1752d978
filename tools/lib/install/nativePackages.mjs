/**
 * Native code comes as a separate package for each platform. With a lock file from a mirror that has only those for
 * Linux, npm silently omits the ones of this platform. They are found through the optionalDependencies of the
 * installed packages, with their versions.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ platform: string, arch: string, musl: boolean }} Machine */

/** @returns {Machine} */
export function thisMachine() {
  const { platform, arch } = process;
  if (platform !== 'linux') return { platform, arch, musl: false };
  // Otherwise it asks the network for the names of this machine's addresses.
  process.report.excludeNetwork = true;
  return { platform, arch, musl: process.report.getReport().header.glibcVersionRuntime === undefined };
}

/** Platform names in package names. */
const platformNames = { win32: ['win32', 'windows'], linux: ['linux', 'linuxmusl'] };

/**
 * The package names that match a machine, as in @swc/core-darwin-arm64 and @img/sharp-linuxmusl-x64.
 * @param {readonly string[]} names
 * @param {Machine} machine
 */
export function packagesFor(names, { platform, arch, musl }) {
  const parts = (name) => name.split(/[-/]/);
  const fitting = names.filter((name) => {
    const words = parts(name);
    return (
      (platformNames[platform] ?? [platform]).some((word) => words.includes(word)) && words.includes(arch)
    );
  });
  const isMusl = (name) => /musl/.test(name);
  const isGnu = (name) => /gnu|glibc/.test(name);
  if (platform === 'win32') return fitting.filter((name) => !isGnu(name));
  if (!musl) return fitting.filter((name) => !isMusl(name));
  return fitting.some(isMusl) ? fitting.filter(isMusl) : fitting.filter((name) => !isGnu(name));
}

/**
 * Missing packages for a machine, as name@version, without duplicates.
 * @param {string} modules the folder node_modules
 * @param {Machine} machine
 */
export function missingPackages(modules, machine) {
  const list = join(modules, '.package-lock.json');
  if (!existsSync(list)) return [];
  const { packages } = JSON.parse(readFileSync(list, 'utf8'));
  const missing = new Set();
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    const nested = join(modules, path.replace(/^node_modules\/?/, ''), 'node_modules');
    for (const name of packagesFor(Object.keys(optionalDependencies), machine)) {
      if (existsSync(join(nested, name)) || existsSync(join(modules, name))) continue;
      // For a range, the version that it was developed with.
      missing.add(`${name}@${optionalDependencies[name].replace(/^[~^]/, '')}`);
    }
  }
  return [...missing].sort();
}
