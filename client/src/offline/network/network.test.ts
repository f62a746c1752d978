/** @jest-environment node */

import { type Obstacle, obstacles } from '../../api/obstacle.ts';
import { createNetwork, createReachability, type Reach } from './network.ts';

function setUp(onLine = true) {
  let found: Reach = 'server';
  let believed = onLine;
  let obstacle: Obstacle | null = null;
  const reach = jest.fn(async () => ({ reach: found, obstacle }));
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
    find: (next: Reach, inTheWay: Obstacle | null = null) => {
      found = next;
      obstacle = inTheWay;
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

  it('[T-02] says what is in the way, until the server is back', async () => {
    const { network, find } = setUp();
    find('nothing', obstacles.signIn);
    await network.check();
    expect([network.state.get(), network.obstacle.get()]).toEqual(['offline', obstacles.signIn]);
    find('server');
    await network.check();
    expect([network.state.get(), network.obstacle.get()]).toEqual(['online', null]);
  });

  it('[T-03] is slow, not offline, while a request moves and the health check waits behind it', async () => {
    const { network, find } = setUp();
    network.reportSlow(true);
    find('nothing', obstacles.silent);
    expect(await network.check()).toBe('online');
    expect(network.obstacle.get()).toBe(obstacles.slow);
    network.reportSlow(false);
    expect(network.obstacle.get()).toBeNull();
    expect(await network.check()).toBe('offline');
    expect(network.obstacle.get()).toBe(obstacles.silent);
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
  const answer = (type: string, init: ResponseInit & { foreign?: boolean } = {}) =>
    ({
      ok: (init.status ?? 200) < 300,
      status: init.status ?? 200,
      headers: new Headers({ 'content-type': type, ...(init.foreign ? {} : { 'lectern-api': '1' }) }),
    }) as unknown as Response;

  const asked = async (
    answers: Record<string, Response | Error>,
    findServer = async (): Promise<string | null> => null,
  ) => {
    const calls: [string, RequestInit | undefined][] = [];
    const send: typeof fetch = async (address, init) => {
      calls.push([String(address), init]);
      const found = answers[String(address)] ?? new TypeError('Failed to fetch');
      if (found instanceof Error) throw found;
      return found;
    };
    const heard: string[] = [];
    const onAnswer = ({ headers }: Response) => heard.push(headers.get('content-type') ?? '');
    const { reach, obstacle } = await createReachability('/v1', { send, onAnswer, findServer })();
    return { found: reach, obstacle, calls, heard };
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
    ['a redirection', { ...answer('', { status: 302, foreign: true }), type: 'opaqueredirect' } as Response],
    ['an error', answer('application/json', { status: 502 })],
    ['nothing', new TypeError('Failed to fetch')],
  ])('is nothing when the answer is %s', async (_, response) => {
    const { found } = await asked({ '/v1/health': response, '/manifest.webmanifest': response });
    expect(found).toBe('nothing');
  });

  it.each<[string, Response | Error, keyof typeof obstacles]>([
    ['a page', answer('text/html', { foreign: true }), 'page'],
    ['a redirection', { ...answer('', { status: 302, foreign: true }), type: 'opaqueredirect' }, 'signIn'],
    ['401', answer('text/html', { status: 401, foreign: true }), 'signIn'],
    ['403', answer('text/html', { status: 403, foreign: true }), 'blocked'],
    ['404', answer('text/html', { status: 404, foreign: true }), 'absent'],
    ['413', answer('text/html', { status: 413, foreign: true }), 'tooLarge'],
    ['429', answer('text/html', { status: 429, foreign: true }), 'busy'],
    ['502', answer('text/html', { status: 502, foreign: true }), 'failing'],
    ['a page of the server, which is below another path', answer('text/html'), 'absent'],
    ['silence', Object.assign(new Error('late'), { name: 'TimeoutError' }), 'silent'],
  ])('[T-02] names what answers in place of the server: %s', async (_, response, name) => {
    expect((await asked({ '/v1/health': response })).obstacle).toBe(obstacles[name]);
  });

  it('[T-02] names the new address of a server that has moved, and nothing without a network', async () => {
    const moved = await asked(
      { '/v1/health': answer('text/html', { foreign: true }) },
      async () => 'https://new.test/',
    );
    expect(moved.obstacle).toMatchObject({ link: { address: 'https://new.test/' } });
    expect((await asked({})).obstacle).toBeNull();
  });
});
