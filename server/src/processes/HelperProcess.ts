import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface HelperOptions {
  /** The code that it runs: a file. */
  script: URL;
  /** Megabytes that its JavaScript heap may have. */
  heapMegabytes: number;
  onMessage(message: unknown): void;
  /** It has ended, by a signal or by itself, or could not be started. Called once. */
  onExit(signal: NodeJS.Signals | null): void;
}

/**
 * A process that does heavy work for the server, at a lower priority. Not a thread, because decoders of pictures and
 * PDFs take their memory from the process: this way it is given back when the helper ends, and a decoder that crashes
 * ends the helper only.
 */
export class HelperProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  #hasEnded = false;

  constructor({ script, heapMegabytes, onMessage, onExit }: HelperOptions) {
    this.#child = fork(fileURLToPath(script), [], {
      // Binary data and undefined values are passed as they are.
      serialization: 'advanced',
      // What libraries print about hostile files is not for the server's log.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      env: helperEnvironment(),
    });
    if (this.#child.pid !== undefined) lowerPriority(this.#child.pid);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#exited = promise;
    const ended = (signal: NodeJS.Signals | null) => {
      if (this.#hasEnded) return;
      this.#hasEnded = true;
      resolve();
      onExit(signal);
    };
    // An error: it could not be started.
    this.#child.once('exit', (_code, signal) => ended(signal)).once('error', () => ended(null));
    this.#child.on('message', onMessage);
    this.unref();
  }

  /** What is sent to a process that has just ended is lost: onExit tells of it. */
  send(message: object): void {
    this.#child.send(message, () => {});
  }

  /** The server does not end while it waits for this helper. */
  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** The server may end although this helper runs. */
  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Ends it at once; resolves when it is gone. */
  async end(): Promise<void> {
    this.ref();
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}

/** No secret of the server; few threads and few pools of memory, since a helper does one thing at a time. */
function helperEnvironment(): NodeJS.ProcessEnv {
  return {
    // Fonts of the machine are found without all of them being read beforehand.
    DISABLE_SYSTEM_FONTS_LOAD: '1',
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '2',
    // Windows starts no program without it.
    ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
    ...(process.env.TMPDIR === undefined ? {} : { TMPDIR: process.env.TMPDIR }),
  };
}

/** Right after the start, before it has threads of its own, which take over the priority. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}
