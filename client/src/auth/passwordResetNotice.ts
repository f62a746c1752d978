import { text } from '@lectern/shared-contracts/domain/text.ts';

/** Shown on the sign-in page after a password reset. */
export const passwordResetNotice = text('Your new password is set. Please sign in with it.');
