import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Why a process has ended: a signal, too much memory, or null when it ended by itself or could not be started. */
export type HelperReason = NodeJS.Signals | 'memory' | null;

export interface HelperOptions {
  /** The module to run. */
  script: URL;
  /** Maximum JavaScript heap in megabytes. */
  heapMegabytes: number;
  /** Maximum resident memory in megabytes, including that of decoders. */
  residentMegabytes?: number | undefined;
  onMessage(message: unknown): void;
  /** Called once when it has exited, was killed, or could not be started. */
  onExit(reason: HelperReason): void;
}

/**
 * Of some 2,000 PDFs of other makers, two need more, to draw their cover: one page of 4 and one of more than 8 GB. The
 * next one needs 750 MB.
 */
const maxResidentMegabytes = 1_500;
const memoryCheckMs = 500;
const entry = fileURLToPath(new URL('../../../helper.mjs', import.meta.url));

/**
 * A child process for heavy work, at a lower priority. Not a thread, because decoders of pictures and PDFs allocate
 * native memory: it is released when the helper exits, and a crash of a decoder ends only the helper.
 */
export class HelperProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  #hasEnded = false;
  #exceedsMemory = false;

  constructor(options: HelperOptions) {
    const { script, heapMegabytes, residentMegabytes = maxResidentMegabytes, onMessage, onExit } = options;
    this.#child = fork(entry, [script.href], {
      // Passes binary data and undefined unchanged.
      serialization: 'advanced',
      // Keeps messages of libraries about bad files out of the server's log.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      env: helperEnvironment(),
    });
    if (this.#child.pid !== undefined) lowerPriority(this.#child.pid);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#exited = promise;
    const memoryCheck = setInterval(() => {
      this.#endAbove(residentMegabytes).catch(() => {});
    }, memoryCheckMs);
    memoryCheck.unref();
    const ended = (signal: NodeJS.Signals | null) => {
      if (this.#hasEnded) return;
      this.#hasEnded = true;
      clearInterval(memoryCheck);
      resolve();
      onExit(this.#exceedsMemory ? 'memory' : signal);
    };
    // 'error' means that it could not be started.
    this.#child.once('exit', (_code, signal) => ended(signal)).once('error', () => ended(null));
    this.#child.on('message', onMessage);
    this.unref();
  }

  /** Messages to a process that has just exited are lost; onExit reports the exit. */
  send(message: object): void {
    this.#child.send(message, () => {});
  }

  /** Milliseconds that its main thread waited for a processor; 0 where the system does not say. Linux does. */
  async waitedMs(): Promise<number> {
    const statistics = await readFile(`/proc/${this.#child.pid}/schedstat`, 'utf8').catch(() => '');
    // Nanoseconds: on a processor, waiting for one.
    return Number(statistics.split(' ')[1] ?? 0) / 1e6;
  }

  /** Kills it when it uses more memory; where the system does not say how much, never. Linux does. */
  async #endAbove(megabytes: number): Promise<void> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '');
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    if (Number(kilobytes) / 1024 <= megabytes) return;
    this.#exceedsMemory = true;
    this.#child.kill('SIGKILL');
  }

  /** Keeps the server alive while it waits for this helper. */
  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** Allows the server to exit while this helper runs. */
  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Kills it; resolves when it has exited. */
  async end(): Promise<void> {
    this.ref();
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}

/** Without secrets of the server; with few threads and memory arenas, since a helper does one thing at a time. */
function helperEnvironment(): NodeJS.ProcessEnv {
  return {
    // Do not load all system fonts at startup; they are still found when needed.
    DISABLE_SYSTEM_FONTS_LOAD: '1',
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '2',
    // Required to start programs on Windows.
    ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
    ...(process.env.TMPDIR === undefined ? {} : { TMPDIR: process.env.TMPDIR }),
  };
}

/** Right after the start, since threads inherit the priority. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has already exited.
  }
}
