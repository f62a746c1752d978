import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../http/headers/accepted.ts';
import type { Email } from './mailer.ts';

/** The emails, in plain text and the recipient's language. The only link is our own. */

const paragraphs = (...texts: readonly string[]) => `${texts.join('\n\n')}\n`;

export const passwordResetEmail = (t: SayInMail, to: string, url: string): Email => ({
  to,
  subject: t('Set a new password for your library'),
  text: paragraphs(
    t('Someone, hopefully you, asked for a new password for this address.'),
    `${t('Set it here, within an hour:')}\n${url}`,
    t('If it wasn’t you, you can ignore this email: your password stays as it is.'),
  ),
});

/** Texts by factor and change; other changes send no email. */
const factorChanges: Readonly<Record<string, (t: SayInMail) => string>> = {
  'passkey added': (t) => t('A passkey was added to your account.'),
  'passkey removed': (t) => t('A passkey was removed from your account.'),
  'app_password added': (t) => t('An app password was made for your account.'),
  'totp added': (t) => t('Signing in with your password now also asks for a code from your app.'),
  'totp removed': (t) => t('Signing in with your password no longer asks for a code.'),
  'recovery_codes added': (t) =>
    t('New recovery codes were made for your account. The old ones no longer work.'),
  'recovery_codes used': (t) => t('A recovery code of your account was used to sign in.'),
};

/**
 * @param what factor and change, such as `totp added`
 * @returns null when no email is sent for it
 */
export function factorChangeEmail(t: SayInMail, to: string, what: string): Email | null {
  const sentence = factorChanges[what];
  if (sentence === undefined) return null;
  return {
    to,
    subject: t('How you sign in to your library has changed'),
    text: paragraphs(
      sentence(t),
      t(
        'If it was you, there is nothing to do. If not, sign in, set a new password, check “Sign-in and security” in your profile, and sign out on all other devices.',
      ),
    ),
  };
}

export const invitationEmail = (t: SayInMail, to: string, inviter: string, url: string): Email => ({
  to,
  subject: t('{{name}} invites you to a library', { name: inviter }),
  text: paragraphs(
    t('{{name}} invites you to keep your books in their library.', { name: inviter }),
    `${t('Create your account here, within seven days:')}\n${url}`,
  ),
});

/** Sent when an account was linked to a provider. */
export const providerLinkedEmail = (
  t: SayInMail,
  { name, email }: { name: string; email: string },
  { provider, passwordRemoved, login }: { provider: string; passwordRemoved: boolean; login: string },
): Email => ({
  to: email,
  subject: t('{{provider}} can now sign in to your library', { provider }),
  text: paragraphs(
    t('Hello {{name}},', { name }),
    t(
      'Your account was connected with {{provider}}, because {{provider}} has confirmed that this email address is yours. All other devices were signed out.',
      { provider },
    ),
    passwordRemoved
      ? `${t('Your password was removed, because nobody had confirmed until now that this address belongs to the person who set it. To have one again, choose “Forgot your password?” here:')}\n${login}`
      : t('Your password still works.'),
    t('If this wasn’t you, tell the person who runs your library.'),
  ),
});

/** Sent after a sign-in from a new browser. */
export const newDeviceEmail = (
  t: SayInMail,
  { name, email }: { name: string; email: string },
  { userAgent, at, profile }: { userAgent: string; at: Date; profile: string },
): Email => ({
  to: email,
  subject: t('New sign-in to your library'),
  text: paragraphs(
    t('Hello {{name}},', { name }),
    t('Someone signed in to your account from a device we haven’t seen before.'),
    [
      t('Time: {{time}}', { time: `${at.toISOString().replace('T', ' ').slice(0, 16)} UTC` }),
      t('Device: {{device}}', {
        device: userAgent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200) || t('unknown'),
      }),
    ].join('\n'),
    `${t('If this was you, there is nothing to do. If not, change your password and sign that device out here:')}\n${profile}`,
  ),
});

/** Addresses of e-readers, which show no mail but what is attached to it. */
const ofReader = /@([a-z0-9-]+\.)?(kindle\.com|kindle\.cn|pbsync\.com)$/;

/** The code that confirms an address for books; to an e-reader also as a file. */
export function sendCodeEmail(t: SayInMail, to: string, code: string): Email {
  const words = paragraphs(
    t('Someone, hopefully you, wants to send books from a library to this address.'),
    t('Enter this code there, within an hour: {{code}}', { code }),
    t('If it wasn’t you, you can ignore this email: nothing is sent.'),
  );
  const file = { name: `${code}.txt`, type: 'text/plain; charset=utf-8', content: words };
  return {
    to,
    subject: t('Code for books by mail: {{code}}', { code }),
    text: words,
    ...(ofReader.test(to) ? { attachment: file } : {}),
  };
}

/** A book that its reader sends to an address of theirs. */
export const bookEmail = (
  t: SayInMail,
  to: string,
  title: string,
  attachment: NonNullable<Email['attachment']>,
): Email => ({
  to,
  subject: title,
  text: paragraphs(t('“{{title}}” is attached, sent from your library.', { title })),
  attachment,
});

/** Sent to the operator, whose language is unknown. */
export const contactEmail = (
  operator: string,
  { name, email, message }: { name: string; email: string; message: string },
): Email => ({
  to: operator,
  replyTo: email,
  subject: `A message from ${name}`,
  text: `${message}\n\n--\n${name}\n${email}\nSent by the contact form of your library. An answer goes to that address.\n`,
});

/** Translates an English text and fills in its {{values}}. */
export type SayInMail = (text: string, values?: Readonly<Record<string, string>>) => string;

const folder = new URL('../../locales/', import.meta.url);
const languages = readdirSync(folder).map((file) => file.replace('.json', ''));
const cache = new Map<string, Readonly<Record<string, string>>>();

/** Translates to the language of the request; English when a translation is missing. */
export function mailTexts(request: FastifyRequest): SayInMail {
  const texts = textsIn(languageOf(request, languages));
  return (text, values = {}) =>
    (texts[text] || text).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

function textsIn(language: string): Readonly<Record<string, string>> {
  const cached = cache.get(language);
  if (cached !== undefined) return cached;
  const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
  cache.set(language, texts);
  return texts;
}
