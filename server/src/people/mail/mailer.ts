import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../run/config/serviceSettings.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  /** Reply-to address, when it is not the library's. */
  replyTo?: string;
}

const smtpTimeoutMs = 15_000;

/** Sends mail by SMTP. Each email uses its own connection, since there are few. */
export function smtpMailer({ url, from, operator }: MailSettings) {
  const transport = createTransport(url, { from });
  Object.assign(transport.options, { connectionTimeout: smtpTimeoutMs, socketTimeout: smtpTimeoutMs });
  return {
    operator,
    /** Rejects when the mail server does not accept it. */
    async send({ to, subject, text, replyTo }: Email) {
      // As objects, so that an address with a comma or line break cannot become several.
      await transport.sendMail({
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        // Out-of-office assistants do not reply to it (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
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
