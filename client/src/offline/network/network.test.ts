import { createNetwork } from './network.ts';
import { createReachability, type Reach } from './reachability.ts';

function setUp(onLine = true) {
  let found: Reach = 'server';
  let believed = onLine;
  const reach = jest.fn(async () => found);
  let visibility: DocumentVisibilityState = 'visible';
  const page = Object.defineProperty(new EventTarget(), 'visibilityState', { get: () => visibility });
  const events = new EventTarget();
  const network = createNetwork({
    root: '/v1',
    reach,
    window: events as Window,
    document: page as unknown as Document,
    onLine: () => believed,
  });
  return {
    network,
    reach,
    find: (next: Reach) => {
      found = next;
    },
    believe() {
      believed = true;
    },
    goOffline() {
      believed = false;
      events.dispatchEvent(new Event('offline'));
    },
    goOnline() {
      believed = true;
      events.dispatchEvent(new Event('online'));
    },
    show(next: DocumentVisibilityState) {
      visibility = next;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

describe('the network', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('[OF-06] believes the browser when it says offline, and asks the server when it says online', async () => {
    const { network, goOffline, goOnline, reach } = setUp();
    expect(network.state.get()).toBe('online');
    goOffline();
    expect(network.state.get()).toBe('offline');
    expect(reach).not.toHaveBeenCalled();
    goOnline();
    expect(network.state.get()).toBe('reconnecting');
    await jest.advanceTimersByTimeAsync(0);
    expect(network.state.get()).toBe('online');
  });

  it('[OF-06] is reconnecting when the tab becomes visible offline, and looks again after 2 s', async () => {
    const { network, show, goOffline, believe, reach } = setUp();
    goOffline();
    show('hidden');
    expect(network.state.get()).toBe('offline');
    show('visible');
    expect(network.state.get()).toBe('reconnecting');
    await jest.advanceTimersByTimeAsync(1_999);
    expect(network.state.get()).toBe('reconnecting');
    await jest.advanceTimersByTimeAsync(1);
    expect(network.state.get()).toBe('offline');
    expect(reach).not.toHaveBeenCalled();
    believe();
    show('visible');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(network.state.get()).toBe('online');
  });

  it('looks when a call has failed, and stays online when the server is there', async () => {
    const { network, find, reach } = setUp();
    network.reportReach(false);
    await jest.advanceTimersByTimeAsync(0);
    expect(network.state.get()).toBe('online');
    find('nothing');
    network.reportReach(false);
    network.reportReach(false);
    await jest.advanceTimersByTimeAsync(0);
    expect(network.state.get()).toBe('offline');
    expect(reach).toHaveBeenCalledTimes(2);
  });

  it('finds the server by itself when it comes back without an event', async () => {
    const { network, find } = setUp();
    find('files');
    await network.check();
    expect(network.state.get()).toBe('reconnecting');
    find('server');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(network.state.get()).toBe('online');
  });

  it('[OF-06] looks after 5, 10, 20, 40 and then every 60 s, and after 5 s again when it was online', async () => {
    const { network, find, reach } = setUp();
    /** Seconds until the next look. */
    const pause = async () => {
      const before = reach.mock.calls.length;
      for (let seconds = 1; seconds <= 100; seconds += 1) {
        await jest.advanceTimersByTimeAsync(1_000);
        if (reach.mock.calls.length > before) return seconds;
      }
      return null;
    };
    find('nothing');
    expect(await network.check()).toBe('offline');
    const pauses: (number | null)[] = [];
    for (let look = 0; look < 6; look += 1) pauses.push(await pause());
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60]);
    find('server');
    expect(await network.check()).toBe('online');
    expect(await pause()).toBeNull();
    find('files');
    expect(await network.check()).toBe('offline');
    expect(await pause()).toBe(5);
  });

  it('looks by itself after the browser has said that it is offline, or said so from the beginning', async () => {
    const gone = setUp();
    gone.goOffline();
    gone.believe();
    const away = setUp(false);
    away.believe();
    expect(away.network.state.get()).toBe('offline');
    await jest.advanceTimersByTimeAsync(5_000);
    expect([gone.network.state.get(), away.network.state.get()]).toEqual(['online', 'online']);
  });

  it('does not look when a call tells nothing new', async () => {
    const { network, goOffline, reach } = setUp();
    network.reportReach(true);
    goOffline();
    network.reportReach(false);
    await jest.advanceTimersByTimeAsync(0);
    expect(reach).not.toHaveBeenCalled();
    expect(network.state.get()).toBe('offline');
  });

  it('takes an answered call for proof', () => {
    const { network, goOffline } = setUp();
    goOffline();
    network.reportReach(true);
    expect(network.state.get()).toBe('online');
  });

  it('stops looking when stopped', async () => {
    const { network, goOffline, goOnline, reach } = setUp();
    goOffline();
    network.stop();
    goOnline();
    await jest.advanceTimersByTimeAsync(600_000);
    expect(reach).not.toHaveBeenCalled();
  });
});

describe('what can be reached', () => {
  const answer = (type: string, init: ResponseInit & { redirected?: boolean; foreign?: boolean } = {}) =>
    ({
      ok: (init.status ?? 200) < 300,
      redirected: init.redirected ?? false,
      headers: new Headers({ 'content-type': type, ...(init.foreign ? {} : { 'lectern-api': '1' }) }),
    }) as unknown as Response;

  const asked = async (answers: Record<string, Response | Error>) => {
    const calls: [string, RequestInit | undefined][] = [];
    const send: typeof fetch = async (address, init) => {
      calls.push([String(address), init]);
      const found = answers[String(address)] ?? new TypeError('Failed to fetch');
      if (found instanceof Error) throw found;
      return found;
    };
    const heard: string[] = [];
    const onAnswer = ({ headers }: Response) => heard.push(headers.get('content-type') ?? '');
    return { found: await createReachability('/v1', send, onAnswer)(), calls, heard };
  };

  it('[OF-06] asks HEAD of the health path first, then of the manifest', async () => {
    const { found, calls } = await asked({ '/manifest.webmanifest': answer('application/manifest+json') });
    expect(found).toBe('files');
    expect(calls.map(([address, init]) => [init?.method, address])).toEqual([
      ['HEAD', '/v1/health'],
      ['HEAD', '/manifest.webmanifest'],
    ]);
    expect((await asked({ '/v1/health': answer('application/json; charset=utf-8') })).found).toBe('server');
  });

  it('[OF-06] gives up after 5 s', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    await asked({});
    expect(timeout.mock.calls).toEqual([[5_000], [5_000]]);
    timeout.mockRestore();
  });

  it('[Y-08] [Y-05] is not the server when the answer lacks its mark, and its clock is not the server’s', async () => {
    const foreign = await asked({ '/v1/health': answer('application/json', { foreign: true }) });
    expect([foreign.found, foreign.heard]).toEqual(['nothing', []]);
    const own = await asked({ '/v1/health': answer('application/json') });
    expect([own.found, own.heard]).toEqual(['server', ['application/json']]);
  });

  it.each([
    ['a captive portal’s page', answer('text/html', { foreign: true })],
    ['a redirection', answer('application/json', { redirected: true })],
    ['an error', answer('application/json', { status: 502 })],
    ['nothing', new TypeError('Failed to fetch')],
  ])('is nothing when the answer is %s', async (_, response) => {
    const { found } = await asked({ '/v1/health': response, '/manifest.webmanifest': response });
    expect(found).toBe('nothing');
  });
});
