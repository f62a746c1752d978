import type { Readable } from 'node:stream';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { createTransport } from 'nodemailer';
import { AppError } from '../../run/common/errors.ts';
import { bareAddress, type MailSettings } from '../../run/config/serviceSettings.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  /** Reply-to address, when it is not the library's. */
  replyTo?: string;
  /** A stream is read as the mail server takes it. */
  attachment?: { name: string; type: string; content: Readable | string };
}

const smtpTimeoutMs = 15_000;
/** Of silence: a mail server may look into a large file before it takes it. */
const socketTimeoutMs = 60_000;

/** Sends mail by SMTP. Each email uses its own connection, since there are few. */
export function smtpMailer({ url, from, operator }: MailSettings) {
  const transport = createTransport(url, { from });
  Object.assign(transport.options, { connectionTimeout: smtpTimeoutMs, socketTimeout: socketTimeoutMs });
  return {
    operator,
    /** The address that mail comes from, without a name. */
    from: bareAddress(from),
    /** Rejects when the mail server does not accept it. */
    async send({ to, subject, text, replyTo, attachment }: Email) {
      // As objects, so that an address with a comma or line break cannot become several.
      await transport.sendMail({
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        // Out-of-office assistants do not reply to it (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
        ...(attachment
          ? {
              attachments: [
                { filename: attachment.name, contentType: attachment.type, content: attachment.content },
              ],
            }
          : {}),
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
      });
    },
    /** Rejects when the mail server is unreachable or refuses our credentials. */
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/** It exists only when a mail server is configured. */
export type Mailer = ReturnType<typeof smtpMailer>;

const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ').slice(0, 200);

/**
 * For a mail that somebody waits for.
 * @throws AppError file_too_large when the mail server takes no mail of this size, else mail_failed
 */
export function mailFailure(error: Error & { responseCode?: number }): never {
  if (error.responseCode === 552)
    throw new AppError('file_too_large', text('The mail server takes no file of this size.'));
  throw new AppError('mail_failed');
}
