import type { FastifyRequest } from 'fastify';

/**
 * The device's clock when it sends, in milliseconds since 1970. Not in the body, so that a retry is the same request.
 */
const deviceTimeHeader = 'x-device-time';

/** Tolerated difference in milliseconds, since a request takes some time. */
const tolerance = 60_000;

/** Converts times recorded by a device. */
export interface DeviceClock {
  /** Milliseconds to add to times of the device; 0 when its clock is right or unknown. */
  readonly shift: number;
  /** Converts a time of the device to server time, in milliseconds since 1970; may be in the future. */
  toServer(text: string): number;
  /**
   * Converts a time of the device to the stored format (ISO 8601, UTC, milliseconds), which sorts as text. Times in
   * the future become now, since a fast clock must not win over all later changes.
   */
  timestamp(text: string): string;
}

/** Normalizes a time to the stored format; a time in the future becomes now. */
export function clampTimestamp(text: string, now: Date): string {
  return new Date(Math.min(Date.parse(text), now.getTime())).toISOString();
}

/** Compares the clock of the device that sent this request with the server's. */
export function deviceClock(request: Pick<FastifyRequest, 'headers'>, now: Date): DeviceClock {
  const value = request.headers[deviceTimeHeader];
  const shown = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : now.getTime();
  const difference = now.getTime() - shown;
  const shift = Math.abs(difference) < tolerance ? 0 : difference;
  const toServer = (text: string) => Date.parse(text) + shift;
  return {
    shift,
    toServer,
    timestamp: (text) => new Date(Math.min(Math.max(toServer(text), 0), now.getTime())).toISOString(),
  };
}
