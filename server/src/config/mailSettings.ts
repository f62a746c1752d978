import { StartError } from '../common/errors.ts';

export interface MailSettings {
  /** smtp://user:password@host:587, or smtps:// for TLS from the first byte. */
  url: string;
  /** Sender of every e-mail. */
  from: string;
  /** Whoever runs the library: messages of the contact form go there. */
  operator: string;
}

const address = /^[^\s<>]+@[^\s<>]+$/;

/**
 * SMTP_URL, SMTP_FROM and LECTERN_OPERATOR_EMAIL. Null when there is no SMTP_URL. What is wrong with it is said without
 * it: there is a password in it.
 */
export function mailSettings(
  env: Readonly<Record<string, string | undefined>>,
  origin: string | null,
): MailSettings | null {
  const { SMTP_URL: url, SMTP_FROM: from, LECTERN_OPERATOR_EMAIL: operator } = env;
  if (!url) return null;
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url))
    throw new StartError('SMTP_URL must be an address such as smtp://user:password@mail.example.org:587.');
  if (!from || !address.test(from.replace(/^.*<|>$/g, '')))
    throw new StartError('SMTP_FROM must be the address that mail is sent from, when SMTP_URL is given.');
  if (operator && !address.test(operator))
    throw new StartError('LECTERN_OPERATOR_EMAIL must be one e-mail address.');
  // From the request it could be made up by whoever asks for a link to be sent to somebody else.
  if (origin === null)
    throw new StartError('LECTERN_ORIGIN must be given with SMTP_URL: the links in letters lead there.');
  return { url, from, operator: operator || from.replace(/^.*<|>$/g, '') };
}
