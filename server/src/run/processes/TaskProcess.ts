import { type ErrorLog, runInBackground } from '../common/runInBackground.ts';
import { HelperProcess } from './HelperProcess.ts';

export interface TaskProcessOptions {
  /** The script, which answers each message with one message. */
  script: URL;
  /** Maximum JavaScript heap in megabytes. */
  heapMegabytes: number;
  /** Timeout of a task in milliseconds. */
  timeLimit: number;
  /** Milliseconds after which an idle process is ended. */
  idleTimeoutMs: number;
  log: ErrorLog;
}

/** A task took longer than its time limit. Another attempt may be faster. */
export class TaskTimeout extends Error {}

/** A helper process for consecutive tasks: started on demand, ended when idle. */
export class TaskProcess<Task extends object, Answer> {
  readonly #options: TaskProcessOptions;
  #helper: HelperProcess | undefined;
  /** The active one; a former one may still be exiting. */
  #working: HelperProcess | undefined;
  #answer: PromiseWithResolvers<Answer> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: TaskProcessOptions) {
    this.#options = options;
  }

  /**
   * Call it after the previous task has finished.
   * @throws TaskTimeout
   * @throws Error when the process exits before it has answered
   */
  async run(task: Task): Promise<Answer> {
    this.#helper ??= this.#begin();
    this.#working = this.#helper;
    const answer = Promise.withResolvers<Answer>();
    this.#answer = answer;
    this.#helper.ref();
    this.#helper.send(task);
    this.#endAfter(this.#options.timeLimit);
    try {
      return await answer.promise;
    } finally {
      this.#answer = undefined;
      this.#helper?.unref();
      this.#endAfter(this.#options.idleTimeoutMs);
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#helper?.end();
  }

  #begin(): HelperProcess {
    const { script, heapMegabytes } = this.#options;
    const begun = new HelperProcess({
      script,
      heapMegabytes,
      onMessage: (message) => this.#answer?.resolve(message as Answer),
      onExit: () => {
        if (this.#helper === begun) this.#helper = undefined;
        if (this.#working === begun) this.#answer?.reject(new Error('The helper process has ended'));
      },
    });
    return begun;
  }

  #endAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    const ended = this.#helper;
    this.#timer = setTimeout(() => {
      this.#answer?.reject(new TaskTimeout('The task took too long'));
      // The next task gets a new process, even while this one is exiting.
      if (this.#helper === ended) this.#helper = undefined;
      runInBackground(() => ended?.end(), this.#options.log, 'A helper process could not be ended');
    }, milliseconds);
    this.#timer.unref();
  }
}
