/**
 * What a page's main thread does, from the browser's own trace: a busy machine makes a task last longer, not work more.
 */
import type { CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Microseconds from its beginning to its end. */
  dur?: number;
  /** Microseconds of the processor that this thread had. */
  tdur?: number;
}

export interface MainThread {
  /**
   * Processor time of the tasks after each mark of the page (`performance.mark(name)`) and before the next, in
   * milliseconds: the longest of them, and all together.
   */
  stop(mark: string): Promise<{ longest: number; all: number }[]>;
}

/** Follows the tasks of a page. */
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
          // A thread's clock may stand and then leap: no task has had more of the processor than it lasted.
          .map(({ tdur = 0, dur = tdur }) => Math.min(tdur, dur) / 1000);
        return { longest: Math.max(0, ...times), all: times.reduce((sum, time) => sum + time, 0) };
      });
    },
  };
}
