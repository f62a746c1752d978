/** Executes docs/writing-a-remote.md in an empty folder outside the repository, for a test. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remotesDist, root } from '../paths.mjs';
import { chromium } from '../processes/chromium.mjs';
import { freePort } from '../processes/freePort.mjs';
import { followDocument } from './followDocument.mjs';
import { installFromCheckout } from './installFromCheckout.mjs';

/** A deployment target with the remotes of this checkout. */
export function copyOfRemotes() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-remotes-'));
  cpSync(remotesDist, folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export async function followWritingARemote({ url, remotes, onDev, onWritten }) {
  const place = mkdtempSync(join(tmpdir(), 'lectern-team-'));
  try {
    mkdirSync(join(place, 'work'));
    return await followDocument(readFileSync(join(root, 'docs/writing-a-remote.md'), 'utf8'), {
      folder: join(place, 'work'),
      env: {
        HOME: place,
        PORT: String(await freePort()),
        LECTERN_CHROMIUM: await chromium(),
        FORCE_COLOR: '0',
        NODE_ENV: '',
        // The kit comes from the server, and nothing from a registry.
        npm_config_registry: 'http://127.0.0.1:9/',
        npm_config_audit: 'false',
        npm_config_yes: 'true',
        npm_config_update_notifier: 'false',
      },
      places: { 'https://books.example.org': url, '/srv/lectern/remotes': remotes },
      instead: { 'npm install': installFromCheckout },
      onDev: (_line, output) => onDev(/override=(\S+)/.exec(output)[1]),
      onWritten,
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
