import { Id, Nullable, Timestamp } from './route.ts';
import { type Static, Type } from './type.ts';

/** A session of a browser or app. */
export const DeviceSession = Type.Object({
  id: Id,
  /** The current session. */
  current: Type.Boolean(),
  /** The User-Agent header. */
  user_agent: Type.String(),
  created_at: Timestamp,
  last_seen: Timestamp,
  /** When its last queued write arrived, of those that are remembered (90 days). */
  last_write_at: Type.Optional(Nullable(Timestamp)),
  /** Number of writes that still waited on it then; null when it did not tell. */
  waiting: Type.Optional(Nullable(Type.Integer())),
});
export type DeviceSession = Static<typeof DeviceSession>;
