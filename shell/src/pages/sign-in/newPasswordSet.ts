import { text } from '@lectern/shared-contracts/domain/text.ts';

/** What the sign-in page says after a reset. */
export const newPasswordSet = text('Your new password is set. Please sign in with it.');
