import type { FastifyRequest } from 'fastify';

/**
 * What the device's own clock shows while it sends: milliseconds since 1970. It is no part of
 * the body, so that a repeat is the same request.
 */
const deviceTimeHeader = 'x-device-time';

/** Milliseconds by which a device's clock may differ before its times are shifted: a request takes its time, too. */
const tolerance = 60_000;

/** How the times that a device wrote down are understood. */
export interface DeviceClock {
  /** Milliseconds to add to a time of the device; 0 when its clock is right, or when it did not say what it shows. */
  readonly shift: number;
  /** A time of the device by the server's clock: milliseconds since 1970; may still lie in the future. */
  toServer(text: string): number;
  /**
   * A time of the device as it is stored (ISO 8601, UTC, milliseconds), so that texts compare like times. One in the
   * future is now: a clock that was ahead must not win over every later change.
   */
  timestamp(text: string): string;
}

/** A time that somebody wrote down, as it is stored; one in the future is now. */
export function clampTimestamp(text: string, now: Date): string {
  return new Date(Math.min(Date.parse(text), now.getTime())).toISOString();
}

/** The clock of the device that sent this request, measured against the server's. */
export function deviceClock(request: Pick<FastifyRequest, 'headers'>, now: Date): DeviceClock {
  const said = request.headers[deviceTimeHeader];
  const shown = typeof said === 'string' && /^-?\d{1,16}$/.test(said) ? Number(said) : now.getTime();
  const difference = now.getTime() - shown;
  const shift = Math.abs(difference) < tolerance ? 0 : difference;
  const toServer = (text: string) => Date.parse(text) + shift;
  return {
    shift,
    toServer,
    timestamp: (text) => new Date(Math.min(Math.max(toServer(text), 0), now.getTime())).toISOString(),
  };
}
