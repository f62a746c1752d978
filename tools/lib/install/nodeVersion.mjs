/** Imported before anything else, since older versions of Node fail to load other modules. */

/** The first supported minor version of each major one, as "engines" in package.json; newer majors are supported. */
const firstMinor = { 20: 19, 22: 12 };
const newest = Math.max(...Object.keys(firstMinor));

/** @param {string} version as in process.versions.node */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > newest || minor >= firstMinor[major];
}

if (!isSupported(process.versions.node)) {
  console.error(
    `Lectern needs Node 20.19 or newer, without 21 and 22.0 to 22.11; this is ${process.versions.node} (${process.execPath}). Install a newer one from https://nodejs.org, then start again.`,
  );
  process.exit(1);
}
