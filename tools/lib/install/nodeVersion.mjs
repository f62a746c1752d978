/** Imported before anything else, since older versions of Node fail to load other modules. */

/** The Node version that a machine needs; the project itself runs on the one that it installs. */
const oldest = [20, 11];

/** @param {string} version as in process.versions.node */
export function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
}

if (isTooOld(process.versions.node)) {
  console.error(
    `Lectern needs Node ${oldest.join('.')} or newer; this is ${process.versions.node} (${process.execPath}). Install a newer one from https://nodejs.org, then start again.`,
  );
  process.exit(1);
}
