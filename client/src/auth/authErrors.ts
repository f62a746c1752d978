import { text } from '@lectern/shared-contracts/domain/text.ts';
import { ApiError } from '../common/hostError.ts';

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

/**
 * Message for any thrown value. `fallback` is used for errors without a message: registration and sign-in have
 * different ones.
 */
export function authText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.message || fallback;
  return authTexts.unexpected;
}
