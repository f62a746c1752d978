/** Finds a real Chromium for the tests: an installed one, else Playwright's own, else the distribution's package. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/**
 * Disabled features. Only the last such flag counts, so it includes Playwright's own list (chromiumSwitches of version
 * 1.65). Ours follow: two pages of the address bar's popup, which are invisible here but are loaded by each window.
 * They take half a second of processor time for each test, two thirds of the cost of an empty page.
 */
const featuresOff = `
  AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable
  LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect
  OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch WebUIOmniboxPopup WebUIOmniboxAimPopup
`;

/** Launch arguments: no graphics card, no background services. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.trim().split(/\s+/).join(',')}`,
];

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Headless shell: the same engine without a window, as packaged by Debian. Saves a fifth of the processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const found = () => [process.env.LECTERN_CHROMIUM, ...known].find((path) => path && existsSync(path));

/**
 * @returns {Promise<string>} path of the browser for end-to-end tests: a configured one, else the headless shell, which
 *   is also installed where there is no Chromium and this is possible, else a complete Chromium
 */
export async function chromiumForJourneys() {
  if (process.env.LECTERN_CHROMIUM) return chromium();
  if (!existsSync(headlessShell) && !found()) install('chromium-headless-shell');
  return existsSync(headlessShell) ? headlessShell : chromium();
}

const attempt = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;

/** Installs a package if this is Debian and we are root. @returns {boolean} whether it is installed now */
function install(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false;
  console.log(`No Chromium on this machine: installing the package \`${name}\` of this distribution …`);
  return (
    attempt('apt-get', ['update', '-q']) &&
    attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', name, 'fonts-liberation'])
  );
}

/** @returns {Promise<string>} path of a Chromium; throws with instructions if there is none */
export async function chromium() {
  const here = found();
  if (here) return here;

  const { chromium: bundled } = await import('@playwright/test');
  if (existsSync(bundled.executablePath())) return bundled.executablePath();
  console.log('No Chromium on this machine: downloading the one of Playwright …');
  const cli = join('node_modules', 'playwright', 'cli.js');
  if (attempt(process.execPath, [cli, 'install', '--with-deps', 'chromium'])) return bundled.executablePath();
  const installed = install('chromium') && found();
  if (installed) return installed;
  throw new Error(
    'The tests need a Chromium. Install one, or name one in LECTERN_CHROMIUM, and run this again.',
  );
}
