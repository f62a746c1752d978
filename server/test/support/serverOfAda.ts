/** A server for sign-in tests: with a controlled clock, recorded slow work, and Ada as administrator. */
import { type Client, client } from './client.ts';
import { noteSlowWork, type SlowWork } from './faults/slowWork.ts';
import { startServer, type TestServer } from './server.ts';

export const account = { email: 'ada@example.org', password: 'correct horse', name: 'Ada Lovelace' };

export interface ServerOfAda extends TestServer {
  slowWork: SlowWork;
  now(): Date;
  pass(seconds: number): void;
  /** Ada in a new browser. */
  signedIn(): Promise<Client>;
}

export async function startServerOfAda(): Promise<ServerOfAda> {
  const slowWork = noteSlowWork();
  let clock = new Date();
  const now = () => clock;
  const server = await startServer({ services: { now, ...slowWork.services } });
  await client(server.origin, '/v1').register(account);
  return {
    ...server,
    slowWork,
    now,
    pass(seconds) {
      clock = new Date(clock.getTime() + seconds * 1000);
    },
    async signedIn() {
      const browser = client(server.origin, '/v1');
      await browser.signIn(account);
      return browser;
    },
  };
}
