import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  /** Headers and text, with folded lines joined. */
  raw: string;
}

export interface TestMailServer {
  /** smtp://… */
  url: string;
  /** The next email, which may have arrived already. */
  next(): Promise<ReceivedMail>;
  /** While true, every email is refused. */
  refusing: boolean;
  /** Number of refused emails. */
  refused: number;
  stop(): Promise<void>;
}

/** A real local mail server that stores what it receives. */
export async function startMailServer(): Promise<TestMailServer> {
  const arrived: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (self.refusing) {
          self.refused++;
          return done(new Error('Not now'));
        }
        const mail = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: unfolded(Buffer.concat(chunks).toString('utf8')),
        };
        const first = waiting.shift();
        if (first) first(mail);
        else arrived.push(mail);
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: TestMailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    next: () =>
      new Promise((resolve) => {
        const mail = arrived.shift();
        if (mail) resolve(mail);
        else waiting.push(resolve);
      }),
    refusing: false,
    refused: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return self;
}

/** Decodes quoted-printable for plain English. */
const unfolded = (text: string) => text.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
