import { type ErrorLog, runInBackground } from '../common/runInBackground.ts';
import { HelperProcess } from './HelperProcess.ts';

export interface TaskProcessOptions {
  /** The code that it runs: a file, which answers each message by one. */
  script: URL;
  /** Megabytes that its JavaScript heap may have. */
  heapMegabytes: number;
  /** Milliseconds that a task may take before its process is ended. */
  timeLimit: number;
  /** Milliseconds after which a process at rest is ended. */
  restLimit: number;
  log: ErrorLog;
}

/** A helper process for one task after the other: begun for the first, ended after a rest and begun anew. */
export class TaskProcess<Task extends object, Answer> {
  readonly #options: TaskProcessOptions;
  #helper: HelperProcess | undefined;
  /** The one at work: another one may still be ending. */
  #working: HelperProcess | undefined;
  #answer: PromiseWithResolvers<Answer> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: TaskProcessOptions) {
    this.#options = options;
  }

  /**
   * To be called when the task before is over.
   * @throws Error when the process ends before it has answered: a crash, or the limit of time
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
      this.#endAfter(this.#options.restLimit);
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
      // The next task gets a new one, though this one takes a moment to end.
      if (this.#helper === ended) this.#helper = undefined;
      runInBackground(() => ended?.end(), this.#options.log, 'A helper did not end');
    }, milliseconds);
    this.#timer.unref();
  }
}
