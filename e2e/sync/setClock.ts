/** A session is read offline on the day before, and the clock is changed before the network is back. */
import { memoryStorage } from '../../client/src/testing/memoryStorage.ts';
import { createBrowser, now } from './browser.ts';
import { startServerInProcess } from './serverInProcess.ts';
import { shownLibrary } from './shownLibrary.ts';
import { openTab } from './tab.ts';
import { until } from './waiting.ts';

const [halfAnHour, day] = [1_800_000, 86_400_000];

/**
 * @param by how far the correct clock is changed, in milliseconds
 * @returns the error of the session's end on the server, in milliseconds, and its length in seconds
 */
export async function sessionOfSetClock(by: number): Promise<{ wrong: number; seconds: number }> {
  const server = await startServerInProcess();
  const person = await server.person();
  const browser = createBrowser(server, [person]);
  const tab = openTab(browser, memoryStorage());
  try {
    browser.token = person.token;
    browser.user.set({ id: person.id });
    await until(() => shownLibrary(tab, person) !== null, 'The library is shown');
    [browser.cut, browser.knows] = [true, true];
    browser.window.dispatchEvent(new Event('offline'));
    const end = now(browser) - day;
    const times = {
      started_at: new Date(end - halfAnHour).toISOString(),
      ended_at: new Date(end).toISOString(),
    };
    const session = {
      id: crypto.randomUUID(),
      bookId: person.bookId,
      bookTitle: 'A Book',
      pagesRead: 9,
      notes: null,
    };
    await tab.enqueue('SESSION_END', { ...session, ...times, seconds: halfAnHour / 1_000 });
    browser.clockOff += by;
    browser.cut = false;
    browser.window.dispatchEvent(new Event('online'));
    await tab.online();
    await tab.queue.flushNow();
    const headers = { authorization: `Bearer ${person.token}` };
    const answer = await server.fetch(new URL(`${server.root}/reading/sessions`), { headers });
    const { items } = (await answer.json()) as { items: { ended_at: string; seconds: number }[] };
    const [stored] = items;
    if (stored === undefined) throw new Error('The session was not sent.');
    return { wrong: Date.parse(stored.ended_at) - end, seconds: stored.seconds };
  } finally {
    tab.kill();
    await server.stop();
  }
}
