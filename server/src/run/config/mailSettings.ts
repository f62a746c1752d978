import { StartError } from '../common/errors.ts';

export interface MailSettings {
  /** smtp://user:password@host:587, or smtps:// for implicit TLS. */
  url: string;
  /** From address of all emails. */
  from: string;
  /** Address of the operator, who receives the contact messages. */
  operator: string;
}

const address = /^[^\s<>]+@[^\s<>]+$/;

/**
 * Reads SMTP_URL, SMTP_FROM and LECTERN_OPERATOR_EMAIL; null without SMTP_URL. Error messages do not include the URL,
 * which contains a password.
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
    throw new StartError('LECTERN_OPERATOR_EMAIL must be one email address.');
  // The origin of a request could be forged by whoever requests a reset link for someone else.
  if (origin === null)
    throw new StartError(
      'LECTERN_ORIGIN must be given with SMTP_URL: links in mail need the public address of the library.',
    );
  return { url, from, operator: operator || from.replace(/^.*<|>$/g, '') };
}
