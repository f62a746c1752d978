/** A real Chromium for the tests: one found on the machine, else Playwright's own, else the distribution's package. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Features that are off. The last such list counts, so Playwright's own (chromiumSwitches of version 1.65) stands here
 * as well; after it, ours: two pages of the address bar's popup, which nobody sees here, but which each window loads.
 * They take half a second of processor time a journey, two thirds of what an empty page costs.
 */
const featuresOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** How it is started: with no graphics card, and no business of its own. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join(',')}`,
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

/** The same engine without windows and menus, as Debian packages it: a fifth less processor time a journey. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const found = () => [process.env.LECTERN_CHROMIUM, ...known].find((path) => path && existsSync(path));

/**
 * @returns {Promise<string>} path of what journeys run in: the browser that was named, else the engine alone, which is
 *   also what a machine without any Chromium gets where it can be installed, else a whole one
 */
export async function chromiumForJourneys() {
  if (process.env.LECTERN_CHROMIUM) return chromium();
  if (!existsSync(headlessShell) && !found()) install('chromium-headless-shell');
  return existsSync(headlessShell) ? headlessShell : chromium();
}

const attempt = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;

/** A package of the distribution, on a Debian of which this is the root. @returns {boolean} whether it is there now */
function install(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false;
  console.log(`No Chromium on this machine: installing the package \`${name}\` of this distribution …`);
  return (
    attempt('apt-get', ['update', '-q']) &&
    attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', name, 'fonts-liberation'])
  );
}

/** @returns {Promise<string>} path of a Chromium; throws, saying what to do, when there is no way to one */
export async function chromium() {
  const here = found();
  if (here) return here;

  const { chromium: bundled } = await import('@playwright/test');
  if (existsSync(bundled.executablePath())) return bundled.executablePath();
  console.log('No Chromium on this machine: fetching the one of Playwright …');
  if (
    attempt(process.execPath, [
      join('node_modules', 'playwright', 'cli.js'),
      'install',
      '--with-deps',
      'chromium',
    ])
  ) {
    return bundled.executablePath();
  }
  const installed = install('chromium') && found();
  if (installed) return installed;
  throw new Error(
    'The tests need a Chromium. Install one, or name one in LECTERN_CHROMIUM, and run this again.',
  );
}
