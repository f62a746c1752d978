import { Id, Timestamp } from './route.ts';
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
});
export type DeviceSession = Static<typeof DeviceSession>;
