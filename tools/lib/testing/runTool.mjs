/** Runs one of our commands as a child process, as a person does; for tests. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../paths.mjs';

export function runTool(file, args, env = {}) {
  return new Promise((resolve) => {
    // Variables of a test runner for its own processes are not passed on.
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(TEST_|PW_|PLAYWRIGHT_|FORCE_COLOR|NODE_TEST)/.test(name),
    );
    const child = spawn(process.execPath, [join(root, file), ...args], {
      cwd: root,
      env: { ...Object.fromEntries(inherited), LECTERN_SKIP_INSTALL: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    child.once('close', (code) => resolve({ code, said }));
  });
}
