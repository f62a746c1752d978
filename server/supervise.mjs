/**
 * Runs the server and starts it again when it has ended by itself: what `npm start` and the container run.
 * Plain JavaScript with nothing but Node's own modules, so that it takes little memory and has little to fail.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import memorySettings from './memorySettings.json' with { type: 'json' };

const main = fileURLToPath(new URL('main.mjs', import.meta.url));
const firstPause = 1_000;
const maxPause = 60_000;
/** Milliseconds after which a server counts as recovered: its next crash is followed by the first pause again. */
const steadyAfter = 5 * 60_000;

/** Milliseconds before the next start, after so many crashes in a row: 1 s, 2 s, 4 s … 60 s. */
export const pauseAfter = (crashes) => Math.min(maxPause, firstPause * 2 ** (crashes - 1));

/**
 * Starts the server. If it ends before it has listened, it is not started again: its settings are wrong or its port is
 * taken, and the operator must see that. After that it is started again, with growing pauses.
 * @param {(line: string) => void} say writes a line to the log
 * @returns {{ ended: Promise<number>, stop(signal?: NodeJS.Signals): void }} `ended` resolves with the exit code
 */
export function supervise(say = (line) => process.stderr.write(`${line}\n`)) {
  let child = null;
  let timer;
  let stopping = false;
  let hasListened = false;
  let crashes = 0;
  const { promise: ended, resolve } = Promise.withResolvers();

  function start() {
    const startedAt = Date.now();
    // By IPC the server reports that it listens, and notices when this process has ended.
    child = spawn(process.execPath, [main], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // glibc by default keeps the memory of large answers and uploads in a pool for each thread: under load a third
      // of the server's memory. V8 never returns the space for new objects, so it is limited.
      env: { ...memorySettings, ...process.env },
    });
    child.on('message', (message) => {
      if (message !== 'listening') return;
      hasListened = true;
      if (crashes > 0) say('The server is back.');
    });
    child.once('error', (error) => {
      say(`The server cannot be started: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code, signal) => {
      child = null;
      if (stopping || !hasListened) return resolve(code ?? 1);
      crashes = Date.now() - startedAt > steadyAfter ? 1 : crashes + 1;
      const pause = pauseAfter(crashes);
      const reason = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      say(`The server ${reason}. It starts again in ${pause / 1000} s.`);
      timer = setTimeout(start, pause);
    });
  }

  start();
  return {
    ended,
    /** After SIGTERM, requests are finished, even if it is repeated. A second SIGINT ends them. */
    stop(signal = 'SIGTERM') {
      if (stopping && signal === 'SIGTERM') return;
      stopping = true;
      clearTimeout(timer);
      if (child) child.kill(signal);
      else resolve(0);
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = supervise();
  process.on('SIGTERM', () => server.stop('SIGTERM')).on('SIGINT', () => server.stop('SIGINT'));
  process.exit(await server.ended);
}
