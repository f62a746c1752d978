import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../run/config/serviceSettings.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  /** Reply-to address, when it is not the library's. */
  replyTo?: string;
}

/** Sends mail. It exists only when a mail server is configured. */
export interface Mailer {
  /** Address of the operator. */
  readonly operator: string;
  /** Rejects when the mail server does not accept it. */
  send(message: Email): Promise<void>;
  /** Rejects when the mail server is unreachable or refuses our credentials. */
  check(): Promise<void>;
  close(): void;
}

const smtpTimeoutMs = 15_000;

/** Sends by SMTP. Each email uses its own connection, since there are few. */
export function smtpMailer({ url, from, operator }: MailSettings): Mailer {
  const transport = createTransport(url, { from });
  Object.assign(transport.options, { connectionTimeout: smtpTimeoutMs, socketTimeout: smtpTimeoutMs });
  return {
    operator,
    async send({ to, subject, text, replyTo }) {
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
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ').slice(0, 200);
