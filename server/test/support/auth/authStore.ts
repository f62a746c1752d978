import { after, before, beforeEach } from 'node:test';
import { addUser } from '../../../src/people/auth/users.ts';
import { openTestStore } from '../store.ts';

export const seconds = 1_000;
export const minutes = 60 * seconds;
export const days = 86_400 * seconds;

/** When each test begins. The ten seconds keep a one-time code valid while a test runs. */
export const start = Date.parse('2026-03-01T12:00:10.000Z');

export const at = (milliseconds: number): Date => new Date(start + milliseconds);

/** A database with an administrator, and a new user for each test of the file. */
export function authStore() {
  let store: Awaited<ReturnType<typeof openTestStore>>;
  let users = 0;
  const auth = {
    get store() {
      return store;
    },
    get db() {
      return store.db;
    },
    clock: start,
    now: () => new Date(auth.clock),
    userId: '',
    adminEmail: '',
    /** Of the user who was added last. */
    email: '',
    async addUser(email = `reader${++users}@example.org`): Promise<string> {
      auth.email = email;
      const user = {
        email,
        name: ' A Reader ',
        passwordHash: 'h',
        timeZone: 'Europe/Berlin',
        now: auth.now(),
      };
      return addUser(store.db, user);
    },
  };
  before(async () => {
    store = await openTestStore();
    await auth.addUser();
    auth.adminEmail = auth.email;
  });
  after(() => store[Symbol.asyncDispose]());
  beforeEach(async () => {
    auth.clock = start;
    auth.userId = await auth.addUser();
  });
  return auth;
}

/** The code of the error that `work` fails with; null when it succeeds. */
export const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    ({ code }) => code,
  );
