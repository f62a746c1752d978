/**
 * A Chromium without Playwright, for benchmarks in which the opening of a tab is part of what is measured. Playwright
 * opens an empty tab and navigates later, or stops a new tab until it has attached to it. Here the browser is told to
 * open a tab with a URL, and does it like for a reader. (Chrome DevTools Protocol, over its WebSocket.)
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BareBrowser {
  openTab(url: string): Promise<Tab>;
  close(): Promise<void>;
}

export interface Tab {
  /** Evaluates an expression in the page. @returns what its promise resolves to */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

interface Reply {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/**
 * Starts the browser with a new profile and an empty tab. Not with a browser context of the protocol for each profile:
 * only the browser's own profile keeps a process ready for the next tab.
 * @param launch as for Playwright
 */
export async function launchBareBrowser(launch: {
  executablePath: string;
  args: string[];
}): Promise<BareBrowser> {
  const userData = mkdtempSync(join(tmpdir(), 'bare-browser-'));
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${userData}`];
  const child = spawn(
    launch.executablePath,
    [...launch.args, ...own, '--window-size=1280,900', 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stderr.on('data', (chunk) => {
      printed += chunk;
      const found = /ws:\S+/.exec(printed);
      if (found) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error(`Chromium did not start: ${printed}`)));
  });
  const send = await connect(address);

  return {
    async openTab(url) {
      const { targetId } = await send('Target.createTarget', { url });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const sendToTab: Send = (method, params) => send(method, params, String(sessionId));
      return {
        evaluate: <T>(expression: string) => evaluateOn(url, expression, sendToTab) as Promise<T>,
        close: async () => {
          await send('Target.closeTarget', { targetId });
        },
      };
    },
    async close() {
      child.kill();
      await exited;
      rmSync(userData, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

type Send = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>;

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const pending = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error }: Reply = JSON.parse(String(data));
    const waiting = pending.get(id ?? 0);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result ?? {});
  });
  let lastId = 0;
  return (method, params = {}, sessionId) => {
    lastId += 1;
    const reply = Promise.withResolvers<Record<string, unknown>>();
    pending.set(lastId, reply);
    socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
    return reply.promise;
  };
}

/** Evaluates in the page of `url`; a new tab has an empty page for some milliseconds. */
async function evaluateOn(url: string, expression: string, send: Send): Promise<unknown> {
  const evaluate = async (text: string) => {
    const { result, exceptionDetails } = (await send('Runtime.evaluate', {
      expression: text,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value?: unknown }; exceptionDetails?: { exception?: { description?: string } } };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'It threw.');
    return result.value;
  };
  const deadline = Date.now() + 20_000;
  while ((await evaluate('location.href').catch(() => null)) !== url)
    if (Date.now() > deadline) throw new Error(`${url} was not loaded within 20 s.`);
  return evaluate(expression);
}
