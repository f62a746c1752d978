/**
 * Does what a document says: what stands in its fenced blocks is typed and written, in their order. What stands behind
 * the language of a block says what it is: `run` (commands), `dev` (a command that goes on until the next ones), or
 * `file=path` (the text of a file). Others are not for doing.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds that a command may take. */
const patience = 240_000;

/** @param {string} text of a document @returns {{ language: string, mark: string, code: string }[]} */
const blocksOf = (text) =>
  [...text.matchAll(/^```(\w*) ?(\S*)\n(.*?)^```$/gms)].map(([, language, mark, code]) => ({
    language,
    mark,
    code,
  }));

/**
 * @param {string} text of the document
 * @param {object} how
 * @param {string} how.folder in which it begins
 * @param {Record<string, string>} how.env beside this process's
 * @param {Record<string, string>} how.places what stands in the document for a place of the reader's, by that
 * @param {Record<string, (folder: string) => void>} how.instead what is done for a line, by the line
 * @param {(line: string, output: string) => Promise<void>} how.onDev once a command that goes on has said 'override='
 * @param {() => Promise<void>} how.onWritten before that command is ended
 * @returns {Promise<string>} what the commands said; throws with that when one of them fails
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
    if (language === 'sh' && mark === '')
      throw new Error(`Is this to be typed, or what does it need?\n${code}`);
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

/** One line, with what stays of it for the next ones: the folder, and the variables. */
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
  // A group of its own: npm starts the command that it was asked for in another process.
  const child = spawn('sh', ['-c', line], { cwd: folder, env, detached: true, timeout: patience });
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
