import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config/mailSettings.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  /** Whom an answer goes to, when that is not this library. */
  replyTo?: string;
}

/** Sends mail. There is none where no mail server is set up. */
export interface Mailer {
  /** Where messages to whoever runs the library go. */
  readonly operator: string;
  /** Rejects when the mail server did not take it. */
  send(letter: Email): Promise<void>;
  /** Rejects when the mail server cannot be reached, or does not know us. */
  check(): Promise<void>;
  close(): void;
}

const smtpTimeoutMs = 15_000;

/** By SMTP; a connection for each e-mail, since there are few. */
export function smtpMailer({ url, from, operator }: MailSettings): Mailer {
  const transport = createTransport(url, { from });
  Object.assign(transport.options, { connectionTimeout: smtpTimeoutMs, socketTimeout: smtpTimeoutMs });
  return {
    operator,
    async send({ to, subject, text, replyTo }) {
      // As objects: an address with a comma or a line break in it is one address, or none.
      await transport.sendMail({
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
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
