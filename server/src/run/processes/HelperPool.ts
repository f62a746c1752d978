import { type ErrorLog, runInBackground } from '../common/runInBackground.ts';
import { FairQueue } from '../scheduling/FairQueue.ts';
import { HelperProcess, type HelperReason } from './HelperProcess.ts';

interface HelperPoolOptions {
  /** The script of the processes, which answers each task. */
  script: URL;
  /** Maximum JavaScript heap in megabytes. */
  heapMegabytes: number;
  /** Maximum resident memory in megabytes. */
  residentMegabytes?: number | undefined;
  /** Number of processes, and how many of them a user may have. */
  size: number;
  perReader: number;
  /** Further processes, only for users who have none. */
  reserve?: number;
  /** Tasks that may wait per user. */
  waiting: number;
  /** Milliseconds for a task, after which its process is ended. */
  timeLimitMs: number;
  /** Milliseconds after which an idle process is ended. */
  idleTimeoutMs: number;
  /** Milliseconds that a task waits before a second process is started for it. */
  scaleUpDelayMs?: number;
  log: ErrorLog;
}

/** How one task differs from others. */
interface TaskOptions<Message> {
  timeLimitMs?: number;
  /**
   * Called with each message.
   * @param limit begins a new limit, in milliseconds
   * @returns whether it is the answer, after which the process is free
   */
  onMessage?(message: Message, limit: (milliseconds: number) => void): boolean;
}

/** The process ended before it had answered. */
export class HelperEnded extends Error {
  /** The signal, the limit that was exceeded, or that the pool was stopped; null when it ended by itself. */
  readonly reason: HelperReason | 'time' | 'stopped';

  constructor(reason: HelperReason | 'time' | 'stopped') {
    super(`The helper process has ended${reason === null ? '' : ` (${reason})`}`);
    this.reason = reason;
  }
}

interface Worker<Message> {
  helper: HelperProcess;
  task: { hear(message: Message): void; reject(error: Error): void } | null;
  /** Why the pool has ended it. */
  endedFor: 'time' | 'stopped' | null;
  idleTimer: NodeJS.Timeout | undefined;
}

/** Helper processes for tasks, fairly between users: started on demand, one task at a time each, ended when idle. */
export class HelperPool<Task extends object, Message> {
  readonly #options: HelperPoolOptions;
  readonly #turns: FairQueue;
  /** Those that can take tasks. The first free one comes first, so that others become idle. */
  readonly #workers = new Set<Worker<Message>>();
  #stopped = false;

  constructor(options: HelperPoolOptions) {
    this.#options = options;
    this.#turns = new FairQueue({ ...options, total: this.#firstSize });
  }

  get size(): number {
    return this.#options.size;
  }

  /** Number of tasks that are being done. */
  get running(): number {
    return this.#turns.running;
  }

  /** Starts a process if there is none, because it takes a while to become ready. */
  prepare(): void {
    if (!this.#stopped && this.#workers.size === 0) this.#becomeIdle(this.#begin());
  }

  /**
   * @returns the message that is the answer
   * @throws HelperEnded; AppError too_many_at_once
   */
  async run(userId: string, task: Task, options: TaskOptions<Message> = {}): Promise<Message> {
    const overdue = setTimeout(() => {
      this.#turns.total = this.#options.size;
      this.#turns.beginNext();
    }, this.#options.scaleUpDelayMs ?? 0);
    overdue.unref();
    const leave = await this.#turns.enter(userId).finally(() => clearTimeout(overdue));
    try {
      return await this.#do(task, options);
    } finally {
      leave();
      if (this.#turns.running === 0) this.#turns.total = this.#firstSize;
    }
  }

  /** Ends every process and with it its task. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#workers].map((worker) => this.#end(worker, 'stopped')));
  }

  /** A new process takes a second of CPU time before it is as fast as a warm one. */
  get #firstSize(): number {
    return this.#options.scaleUpDelayMs === undefined ? this.#options.size : 1;
  }

  async #do(task: Task, options: TaskOptions<Message>): Promise<Message> {
    if (this.#stopped) throw new HelperEnded('stopped');
    const { timeLimitMs = this.#options.timeLimitMs, onMessage = () => true } = options;
    const worker = [...this.#workers].find((each) => each.task === null) ?? this.#begin();
    clearTimeout(worker.idleTimer);
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    let endLimit = () => {};
    const limit = (milliseconds: number) => {
      endLimit();
      const waitedMs = () => worker.helper.waitedMs();
      endLimit = runTimeLimit(milliseconds, waitedMs, () => this.#endInBackground(worker, 'time'));
    };
    const hear = (message: Message) => {
      if (onMessage(message, limit)) resolve(message);
    };
    worker.task = { hear, reject };
    limit(timeLimitMs);
    worker.helper.ref();
    worker.helper.send(task);
    try {
      return await promise;
    } finally {
      endLimit();
      worker.task = null;
      this.#becomeIdle(worker);
    }
  }

  #begin(): Worker<Message> {
    const { script, heapMegabytes, residentMegabytes } = this.#options;
    const helper = new HelperProcess({
      script,
      heapMegabytes,
      residentMegabytes,
      onMessage: (message) => worker.task?.hear(message as Message),
      // Not before the process has released its files.
      onExit: (reason) => {
        this.#workers.delete(worker);
        clearTimeout(worker.idleTimer);
        worker.task?.reject(new HelperEnded(worker.endedFor ?? reason));
      },
    });
    const worker: Worker<Message> = { helper, task: null, endedFor: null, idleTimer: undefined };
    this.#workers.add(worker);
    return worker;
  }

  #becomeIdle(worker: Worker<Message>): void {
    if (!this.#workers.has(worker)) return;
    worker.helper.unref();
    worker.idleTimer = setTimeout(
      () => this.#endInBackground(worker, 'stopped'),
      this.#options.idleTimeoutMs,
    );
    worker.idleTimer.unref();
  }

  #endInBackground(worker: Worker<Message>, reason: 'time' | 'stopped'): void {
    runInBackground(
      () => this.#end(worker, reason),
      this.#options.log,
      'A helper process could not be ended',
    );
  }

  async #end(worker: Worker<Message>, reason: 'time' | 'stopped'): Promise<void> {
    this.#workers.delete(worker);
    clearTimeout(worker.idleTimer);
    worker.endedFor ??= reason;
    await worker.helper.end();
  }
}

/** A limit ends at the latest after this many times its length. */
const maxExtension = 10;
/** An extension below this share of the limit is not worth a timer. */
const minExtension = 0.01;

/**
 * Limits the time in which a process runs. Helper processes have the lowest priority: on a busy machine they wait for a
 * processor most of the time, and that is not the fault of the file.
 * @param limit milliseconds
 * @param waitedMs how long the process has waited for a processor so far, in milliseconds; 0 where that is unknown
 * @returns a function that ends the limit
 */
export function runTimeLimit(
  limit: number,
  waitedMs: () => Promise<number>,
  onTimeout: () => void,
): () => void {
  let timer: NodeJS.Timeout;
  let isEnded = false;
  const before = waitedMs();

  async function check(extended: number): Promise<void> {
    const waited = Math.min((await waitedMs()) - (await before), limit * (maxExtension - 1));
    if (isEnded) return;
    const more = waited - extended;
    if (more < limit * minExtension) onTimeout();
    else wait(more, waited);
  }

  function wait(milliseconds: number, extended: number): void {
    timer = setTimeout(() => {
      check(extended).catch(onTimeout);
    }, milliseconds);
  }

  wait(limit, 0);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
