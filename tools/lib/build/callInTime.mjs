import { spawnSync } from 'node:child_process';

const limitMs = 120_000;

/**
 * Calls a function that runs code of the app, in a process of its own: code that loops for ever is ended.
 * @param {URL} module whose export `name` is called with `args`
 * @param {{ what: string, ms?: number }} options what it makes, for the error; milliseconds that it may take
 */
export function callInTime(module, name, args, { what, ms = limitMs }) {
  const program = `import { ${name} as call } from ${JSON.stringify(module.href)};
try { await call(...${JSON.stringify(args)}); } catch (error) { console.error(error.message); process.exitCode = 1; }`;
  const { error, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: ms,
    killSignal: 'SIGKILL',
  });
  if (error?.code === 'ETIMEDOUT')
    throw new Error(`${what} did not end within ${ms / 1000} s. Does a component of it loop for ever?`);
  if (error || status !== 0) throw error ?? new Error(`${what} failed.`);
}
