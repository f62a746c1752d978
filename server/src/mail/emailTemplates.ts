import type { Email } from './mailer.ts';

/**
 * What the library writes to people. Plain text: it arrives everywhere, and nothing in it can be followed but the link.
 */

export const passwordResetEmail = (to: string, url: string): Email => ({
  to,
  subject: 'A new password for your library',
  text: `Somebody, you we hope, has asked for a new password for this address.

Set it here, within the hour:
${url}

If it was not you, there is nothing to do: your password stays as it is.
`,
});

/** @param sentence what has changed */
export const factorChangeEmail = (to: string, sentence: string): Email => ({
  to,
  subject: 'How you sign in to your library has changed',
  text: `${sentence}

If it was you, there is nothing to do. If it was not, sign in, set a new password, look through
Settings, Sign-in and security, and sign out on every other device.
`,
});

export const invitationEmail = (to: string, inviter: string, url: string): Email => ({
  to,
  subject: `${inviter} invites you to a library`,
  text: `${inviter} invites you to keep your books in their library.

Create your account here, within seven days:
${url}
`,
});

/** The account can be entered through a provider from now on. */
export const providerLinkedEmail = (
  { name, email }: { name: string; email: string },
  { provider, passwordRemoved, login }: { provider: string; passwordRemoved: boolean; login: string },
): Email => ({
  to: email,
  subject: `${provider} can now sign in to your library`,
  text: `Hello ${name},

your account was connected with ${provider}, because ${provider} has confirmed that this email address is yours.
All other devices were signed out.
${
  passwordRemoved
    ? `
Your password was removed, since nobody had confirmed until now that whoever chose it owns this address.
To have one again, choose "Forgot your password?" here:
${login}
`
    : `
Your password still works.
`
}
If this was not you, tell whoever runs your library.
`,
});

/** A sign-in from a browser that has not been seen before. */
export const newDeviceEmail = (
  { name, email }: { name: string; email: string },
  { userAgent, at, profile }: { userAgent: string; at: Date; profile: string },
): Email => ({
  to: email,
  subject: 'New sign-in to your library',
  text: `Hello ${name},

someone signed in to your account from a device we haven't seen before.

Time: ${at.toISOString().replace('T', ' ').slice(0, 16)} UTC
Device: ${userAgent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200) || 'unknown'}

If this was you, there is nothing to do.
If not, change your password and sign that device out here:
${profile}
`,
});

export const contactEmail = (
  operator: string,
  { name, email, message }: { name: string; email: string; message: string },
): Email => ({
  to: operator,
  replyTo: email,
  subject: `A message from ${name}`,
  text: `${message}\n\n--\n${name}\n${email}\nSent by the contact form of your library. An answer goes to that address.\n`,
});
