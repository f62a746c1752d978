/**
 * The tasks of a page's main thread, from a trace: on a busy machine a task lasts longer, but its processor time stays.
 */
import type { CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Duration in microseconds. */
  dur?: number;
  /** Processor time of this thread in microseconds. */
  tdur?: number;
}

export interface MainThread {
  /**
   * Processor time of the tasks between each mark of the page (`performance.mark(name)`) and the next one, in
   * milliseconds: of the longest, and in total.
   */
  stop(mark: string): Promise<{ longest: number; all: number }[]>;
}

/** Traces the tasks of a page. */
export async function followMainThread(page: Page): Promise<MainThread> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  });
  return {
    async stop(mark) {
      const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await ended;
      const marks = events.filter(({ name }) => name === mark).sort((a, b) => a.ts - b.ts);
      const [first] = marks;
      const tasks = events.filter(
        ({ name, ph, pid, tid }) =>
          ph === 'X' && /RunTask$/.test(name) && pid === first?.pid && tid === first?.tid,
      );
      return marks.map(({ ts }, at) => {
        const until = marks[at + 1]?.ts ?? Number.POSITIVE_INFINITY;
        const times = tasks
          .filter((task) => task.ts >= ts && task.ts < until)
          // A thread's clock may stand still and then jump: no task can have used more processor time than it lasted.
          .map(({ tdur = 0, dur = tdur }) => Math.min(tdur, dur) / 1000);
        return { longest: Math.max(0, ...times), all: times.reduce((sum, time) => sum + time, 0) };
      });
    },
  };
}
