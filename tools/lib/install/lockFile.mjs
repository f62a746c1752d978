/** What package-lock.json names, and what is installed: npm keeps the same list in node_modules. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} path @returns {Record<string, object>} packages by their folder */
const packagesIn = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {});

/**
 * Whether the packages of package-lock.json are installed, by `npm ci` or `npm install`.
 * @param {string} folder of package-lock.json
 */
export function isInstalled(folder) {
  const installed = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    // npm leaves out optional packages for other platforms.
    if (found === undefined) return wanted.optional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * Optional packages that a lock file does not name, as one that was made from what is installed on one platform:
 * `npm ci` refuses it on the others.
 * @param {Record<string, { optionalDependencies?: Record<string, string> }>} packages of a lock file
 * @returns {string[]} each as 'package: optional package'
 */
export function unlockedPackages(packages) {
  const isNamed = (path, name) => {
    for (let above = path; ; above = above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/')))) {
      if (packages[`${above && `${above}/`}node_modules/${name}`]) return true;
      if (above === '') return false;
    }
  };
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isNamed(path, name))
      .map((name) => `${path}: ${name}`),
  );
}
