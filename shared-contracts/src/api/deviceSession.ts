import { Id, Timestamp } from './route.ts';
import { type Static, Type } from './type.ts';

/** One sign-in: a browser, or an app that was given the password. */
export const DeviceSession = Type.Object({
  id: Id,
  /** The one that asks. */
  current: Type.Boolean(),
  /** As the browser calls itself. */
  user_agent: Type.String(),
  created_at: Timestamp,
  last_seen: Timestamp,
});
export type DeviceSession = Static<typeof DeviceSession>;
