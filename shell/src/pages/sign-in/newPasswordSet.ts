/** What the sign-in page says after a reset. */
export const newPasswordSet = 'Your new password is set. Please sign in with it.';
