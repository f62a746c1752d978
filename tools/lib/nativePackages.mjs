/**
 * Packages with compiled code come as one package for each platform. A lock file that was made on a mirror which has
 * those of Linux only lets npm leave out the ones of this platform, without a word. They are found by what the
 * installed packages name themselves (optionalDependencies), with the versions that they name.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ platform: string, arch: string, musl: boolean }} Machine */

/** @returns {Machine} */
export function thisMachine() {
  const { platform, arch } = process;
  if (platform !== 'linux') return { platform, arch, musl: false };
  // Else it asks the network for the names of this machine's addresses.
  process.report.excludeNetwork = true;
  return { platform, arch, musl: process.report.getReport().header.glibcVersionRuntime === undefined };
}

/** How names of packages call a platform. */
const platformNames = { win32: ['win32', 'windows'], linux: ['linux', 'linuxmusl'] };

/**
 * Those of these names that are for a machine, as in @swc/core-darwin-arm64 and @img/sharp-linuxmusl-x64.
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
 * Packages for a machine that are not installed, as name@version, once each.
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
      // The version that it was made with, where a range is named.
      missing.add(`${name}@${optionalDependencies[name].replace(/^[~^]/, '')}`);
    }
  }
  return [...missing].sort();
}
