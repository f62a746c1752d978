import { setImmediate } from 'node:timers/promises';
import type { Engine } from '../../../src/store/engine.ts';

/** Thrown synchronously, as by a bug in a driver; or rejected later, as by an outage. */
export type FaultMode = 'at once' | 'later';

/** Counts calls to the server's ports, and makes one of them fail. */
export interface Faults {
  /** From now on, the nth call fails, counted from 1. */
  arm(nth: number, mode: FaultMode): void;
  /** What has failed since `arm`: 'store: insert into notes', 'blobs.put'; null when there were fewer calls. */
  disarm(): string | null;
  /** The ports of these services, with fault injection. */
  engine(engine: Engine): Engine;
  port<T extends object>(name: string, port: T): T;
  /** Number of calls to these ports so far. */
  calls(names: readonly string[]): number;
}

export function makeFaults(): Faults {
  let armed: { left: number; mode: FaultMode } | null = null;
  let failed: string | null = null;
  const calls = new Map<string, number>();

  function isDue(name: string): FaultMode | null {
    if (armed === null) return null;
    armed.left -= 1;
    if (armed.left > 0) return null;
    const { mode } = armed;
    armed = null;
    failed = name;
    return mode;
  }

  /** Makes the call, or fails instead. */
  function pass<T>(name: string, call: () => T): T {
    const mode = isDue(name);
    if (mode === null) return call();
    const error = new Error(`A fault made by the test: ${name}`);
    if (mode === 'at once') throw error;
    return setImmediate().then(() => Promise.reject(error)) as T;
  }

  return {
    arm(nth, mode) {
      armed = { left: nth, mode };
      failed = null;
    },
    disarm() {
      armed = null;
      return failed;
    },
    engine(engine) {
      const executor = engine.db.getExecutor() as unknown as {
        provideConnection(consumer: (connection: Connection) => Promise<unknown>): Promise<unknown>;
      };
      const provide = executor.provideConnection.bind(executor);
      executor.provideConnection = (consumer) =>
        provide((connection) =>
          consumer({
            // A failing rollback belongs to a lost connection, which is never used again.
            executeQuery: (query: { sql: string }) =>
              query.sql === 'rollback'
                ? connection.executeQuery(query)
                : pass(`store: ${query.sql.slice(0, 60)}`, () => connection.executeQuery(query)),
            streamQuery: (...args: unknown[]) => connection.streamQuery(...args),
          }),
        );
      return engine;
    },
    port(name, port) {
      return new Proxy(port, {
        get(target, property, receiver) {
          const value = Reflect.get(target, property, receiver) as unknown;
          if (typeof value !== 'function') return value;
          return (...args: unknown[]) => {
            calls.set(name, (calls.get(name) ?? 0) + 1);
            return pass(`${name}.${String(property)}`, () => Reflect.apply(value, target, args) as unknown);
          };
        },
      });
    },
    calls: (names) => names.reduce((sum, name) => sum + (calls.get(name) ?? 0), 0),
  };
}

interface Connection {
  executeQuery(query: { sql: string }): Promise<unknown>;
  streamQuery(...args: unknown[]): unknown;
}
