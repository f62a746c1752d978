/** @jest-environment node */

import { setImmediate } from 'node:timers/promises';
import { locks } from 'node:worker_threads';
import type { HostSession } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { book, setUpSession as setUp } from '../testing/testSession.ts';

describe('the reading session in two tabs at once', () => {
  /** Two tabs, and a lock held by a third one, for which their changes must wait. */
  function twoTabs() {
    const name = crypto.randomUUID();
    const withLock = <T>(work: () => T | Promise<T>) => locks.request(name, work) as Promise<T>;
    const here = setUp({ withLock });
    const there = setUp({ withLock, storage: here.storage, clock: here.clock });
    const busy = Promise.withResolvers<void>();
    const takeLock = () =>
      new Promise<() => void>((taken) => {
        runInBackground(
          withLock(() => {
            taken(busy.resolve);
            return busy.promise;
          }),
        );
      });
    return { here, there, takeLock };
  }

  it('[M-06] is ended once when both stop it, after the lock is released', async () => {
    const { here, there, takeLock } = twoTabs();
    await here.session.start(book);
    here.pass(60);
    const releaseLock = await takeLock();
    const stopped = Promise.allSettled([here.session.stop(), there.session.stop()]);
    await setImmediate();
    expect([here.session.history.get(), there.session.history.get()]).toEqual([[], []]);
    releaseLock();
    expect((await stopped).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    const ended = [...here.types(), ...there.types()].filter((type) => type === 'SESSION_END');
    expect(ended).toHaveLength(1);
  });

  it('[M-06] is started once when both start it, after the lock is released', async () => {
    const { here, there, takeLock } = twoTabs();
    const releaseLock = await takeLock();
    const started = Promise.all([here.session.start(book), there.session.start(book)]);
    await setImmediate();
    expect([here.session.active.get(), there.session.active.get()]).toEqual([null, null]);
    releaseLock();
    await started;
    expect(there.session.active.get()?.sessionId).toBe(here.session.active.get()?.sessionId);
    const begun = [...here.types(), ...there.types()].filter((type) => type === 'SESSION_START');
    expect(begun).toHaveLength(1);
  });

  const ref = { id: 'past', bookId: 'b1' };
  it.each([
    ['pause', (session: HostSession) => session.pause(), []],
    ['resume', (session: HostSession) => session.resume(), []],
    ['countAway', (session: HostSession) => session.countAway(), []],
    // Their writes do not wait: the reader may close the page before the lock is free.
    ['correct', (session: HostSession) => session.correct(ref, { pagesRead: 1 }), ['EDIT_SESSION']],
    ['remove', (session: HostSession) => session.remove(ref), ['DELETE_SESSION']],
  ])('[M-06] %s waits for the lock', async (name, work, queuedAtOnce) => {
    const { here, takeLock } = twoTabs();
    await here.session.start(book);
    if (name === 'resume') await here.session.pause();
    if (name === 'countAway') {
      here.sleep(3_600);
      here.wake();
    }
    const before = JSON.stringify([...here.storage]);
    const types = here.types();
    const releaseLock = await takeLock();
    const done = work(here.session);
    await setImmediate();
    expect([JSON.stringify([...here.storage]), here.types()]).toEqual([before, [...types, ...queuedAtOnce]]);
    releaseLock();
    await done;
    expect(JSON.stringify([...here.storage]) === before).toBe(false);
  });
});
