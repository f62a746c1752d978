import { type HostError, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

export const apiTexts = {
  network: text('Network error. Please check your connection.'),
  timeout: text('The server took too long to answer. Please try again.'),
  notCached: text('No network connection and no cached data available'),
  storage: text('Storage quota exceeded'),
  noOffline: text('Books can’t be kept offline here: this browser or this connection doesn’t allow it.'),
  notReadyOffline: text('The book is here, but the app is not ready to open it offline yet. Try again.'),
  downloadStopped: text('The download was stopped.'),
  unknownType: text('The part of the app that can send this change is not loaded.'),
  unreadable: text(
    'This version of the app can’t send this change. Reload the page to update the app, then try again.',
  ),
  otherReader: text('Another reader is signed in.'),
} as const;

/**
 * A failed call. `status` is 0 when there was no response; `retryAfter` is in seconds.
 */
export class ApiError extends Error implements HostError {
  override readonly name = 'HostError';
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number | null;
  details?: NonNullable<HostError['details']>;

  constructor(message: string, status: number, code: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/**
 * The server's message (`error` or `message`), otherwise a generic one with the status.
 * @param body the response body, parsed or not
 */
export function errorFromAnswer(status: number, body: unknown, retryAfter: string | null = null): ApiError {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = [fields.error, fields.message].find((value) => typeof value === 'string' && value !== '');
  const seconds = Number(retryAfter);
  const error = new ApiError(
    typeof text === 'string' ? text : `Request failed (${status})`,
    status,
    typeof fields.code === 'string' ? fields.code : 'http',
    retryAfter !== null && seconds >= 0 ? seconds : null,
  );
  if (Array.isArray(fields.details)) error.details = fields.details;
  return error;
}

/** Converts any thrown value to a HostError; other errors come from fetch and count as network errors. */
export function asHostError(thrown: unknown): HostError {
  return isHostError(thrown) ? thrown : new ApiError(apiTexts.network, 0, 'network');
}
