/**
 * Executes a document: runs and writes its fenced blocks in order. The info string of a block says how: `run`
 * (commands), `dev` (a command that runs until the next block), or `file=path` (the content of a file). Others are
 * ignored.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Timeout of a command in milliseconds. */
const commandTimeoutMs = 240_000;

/** Parses fenced blocks. @param {string} text @returns {{ language: string, mark: string, code: string }[]} */
const blocksOf = (text) =>
  [...text.matchAll(/^```(\w*) ?(\S*)\n(.*?)^```$/gms)].map(([, language, mark, code]) => ({
    language,
    mark,
    code,
  }));

/**
 * @param {string} text of the document
 * @param {object} how
 * @param {string} how.folder the first working directory
 * @param {Record<string, string>} how.env additional environment variables
 * @param {Record<string, string>} how.places replacements for placeholder paths of the document
 * @param {Record<string, (folder: string) => void>} how.instead called instead of running a line, by line
 * @param {(line: string, output: string) => Promise<void>} how.onDev called once a `dev` command printed 'override='
 * @param {() => Promise<void>} how.onWritten called before that command is stopped
 * @returns {Promise<string>} the output of all commands; throws with it if one fails
 */
export async function followDocument(text, { folder, env, places, instead, onDev, onWritten }) {
  const shell = { folder, env: { ...process.env, ...env }, said: '' };
  let running = null;
  const endRunning = async () => {
    if (!running) return;
    await onWritten();
    await running.stop();
    running = null;
  };
  for (const { language, mark, code } of blocksOf(text)) {
    if (language === 'sh' && mark === '') throw new Error(`This block has no marker:\n${code}`);
    const lines = Object.entries(places).reduce((all, [from, to]) => all.replaceAll(from, to), code);
    if (mark.startsWith('file=')) {
      const file = join(shell.folder, mark.slice('file='.length));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, code);
    }
    if (mark === 'run') {
      await endRunning();
      for (const line of lines.trim().split('\n')) await type(line, shell, instead);
    }
    if (mark === 'dev') {
      running = start(lines.trim(), shell);
      await onDev(lines.trim(), await running.ready);
    }
  }
  await endRunning();
  return shell.said;
}

/** Runs one line; working directory and variables are kept for the following ones. */
async function type(line, shell, instead) {
  const [, target] = /^cd (\S+)$/.exec(line) ?? [];
  const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
  if (target) shell.folder = join(shell.folder, target);
  else if (name) shell.env[name] = value;
  else if (instead[line]) instead[line](shell.folder);
  else {
    const { code, output } = await finished(start(line, shell).child);
    shell.said += `$ ${line}\n${output}\n`;
    if (code !== 0) throw new Error(`'${line}' failed:\n${output}`);
  }
}

function start(line, { folder, env }) {
  // Its own process group: npm starts the actual command as a child process.
  const child = spawn('sh', ['-c', line], { cwd: folder, env, detached: true, timeout: commandTimeoutMs });
  let output = '';
  const ready = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (/override=\S+\s/.test(output)) resolve(output);
      });
    child.once('exit', () => reject(new Error(`'${line}' ended:\n${output}`)));
  });
  ready.catch(() => undefined);
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', resolve);
      process.kill(-child.pid, 'SIGTERM');
    });
  return { child, ready, stop };
}

function finished(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
