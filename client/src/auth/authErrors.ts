import { text } from '@lectern/shared-contracts/domain/text.ts';

/** Messages for failed sign-ins; section 8 of the specification. */
export const authTexts = {
  network: text('Network error. Please check your connection.'),
  expired: text('Your session has expired. Please log in again.'),
  /** Appended to the previous one: unsent changes have been encrypted. */
  kept: text('Unsent changes are kept here, encrypted, and sent when you sign in again.'),
  deleted: text('This account was deleted.'),
  unexpected: text('An unexpected error occurred. Please try again.'),
  register: text('Registration failed. Please try again.'),
  login: text('Login failed. Please try again.'),
} as const;

/** A failed auth call. `status` is 0 when there was no response. */
export class AuthError extends Error {
  readonly status: number;
  /** The server's error code, such as 'account_deleted'; empty if there was none. */
  readonly code: string;

  constructor(message: string, status: number, code = '') {
    super(message);
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
  }
}

/** The server's message (its `error` or `message` field), otherwise a generic one with the status. */
export function serverText(status: number, body: unknown): string {
  if (typeof body === 'object' && body !== null) {
    if ('error' in body && typeof body.error === 'string' && body.error) return body.error;
    if ('message' in body && typeof body.message === 'string' && body.message) return body.message;
  }
  return `Request failed (${status})`;
}

/**
 * Message for any thrown value. `fallback` is used for errors without a message: registration and sign-in have
 * different ones.
 */
export function authText(error: unknown, fallback: string): string {
  if (error instanceof AuthError) return error.message || fallback;
  return authTexts.unexpected;
}
