/** Runs `npm run dev -w <name>` as a child process on a free port; for tests. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { freePort } from '../processes/freePort.mjs';

/** Milliseconds, with the build. */
const startTimeoutMs = 90_000;

export async function startDevRemote(name) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'tools/dev.mjs')], {
    cwd: join(root, name),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), NODE_ENV: '' },
  });
  let log = '';
  await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name} did not start alone:\n${log}`)), startTimeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        log += chunk;
        if (log.includes('alone is at')) {
          clearTimeout(late);
          resolve();
        }
      });
    }
    child.once('exit', () => {
      clearTimeout(late);
      reject(new Error(`${name} did not start alone:\n${log}`));
    });
  });
  const [, email, password] = /Sign in as (\S+) with the password “(.*)”/.exec(log) ?? [];
  return {
    url: `http://127.0.0.1:${port}`,
    account: { name: '', email, password },
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
