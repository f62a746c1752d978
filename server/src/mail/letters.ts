import type { Letter } from './mailer.ts';

/** What the library writes to people. Plain text: it arrives everywhere, and nothing in it can be followed but the link. */

export const resetLetter = (to: string, url: string): Letter => ({
  to,
  subject: 'A new password for your library',
  text: `Somebody, you we hope, has asked for a new password for this address.

Set it here, within the hour:
${url}

If it was not you, there is nothing to do: your password stays as it is.
`,
});

/** @param sentence what has changed */
export const factorLetter = (to: string, sentence: string): Letter => ({
  to,
  subject: 'How you sign in to your library has changed',
  text: `${sentence}

If it was you, there is nothing to do. If it was not, sign in, set a new password, look through
Settings, Sign-in and security, and sign out on every other device.
`,
});

export const invitationLetter = (to: string, inviter: string, url: string): Letter => ({
  to,
  subject: `${inviter} invites you to a library`,
  text: `${inviter} invites you to keep your books in their library.

Create your account here, within seven days:
${url}
`,
});

export const contactLetter = (
  operator: string,
  { name, email, message }: { name: string; email: string; message: string },
): Letter => ({
  to: operator,
  replyTo: email,
  subject: `A message from ${name}`,
  text: `${message}\n\n--\n${name}\n${email}\nSent by the contact form of your library. An answer goes to that address.\n`,
});
