import { text } from '@lectern/shared-contracts/domain/text.ts';

/** What a reader is told when signing in does not work; section 8 of the specification. */
export const authTexts = {
  network: text('Network error. Please check your connection.'),
  expired: text('Your session has expired. Please log in again.'),
  /** Beside the one before: what was not sent has been sealed. */
  kept: text('Unsent changes are kept here, encrypted, and sent when you sign in again.'),
  deleted: text('This account was deleted.'),
  unexpected: text('An unexpected error occurred. Please try again.'),
  register: text('Registration failed. Please try again.'),
  login: text('Login failed. Please try again.'),
} as const;

/** A refused or failed call of the sign-in. `status` is 0 when no answer came. */
export class AuthError extends Error {
  readonly status: number;
  /** The server's own, as in 'account_deleted'; empty when it gave none. */
  readonly code: string;

  constructor(message: string, status: number, code = '') {
    super(message);
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
  }
}

/** The server's own sentence (its `error` or `message` field), else one with the status. */
export function serverText(status: number, body: unknown): string {
  if (typeof body === 'object' && body !== null) {
    if ('error' in body && typeof body.error === 'string' && body.error) return body.error;
    if ('message' in body && typeof body.message === 'string' && body.message) return body.message;
  }
  return `Request failed (${status})`;
}

/**
 * What to show for whatever was thrown. `fallback` is for a failure that has no words: registration and login have
 * their own.
 */
export function authText(error: unknown, fallback: string): string {
  if (error instanceof AuthError) return error.message || fallback;
  return authTexts.unexpected;
}
