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
