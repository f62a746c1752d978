import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed URL opens: files of a book, its covers, a dictionary, or a reader's export. */
export type SignedUrlPurpose = 'content' | 'cover' | 'dictionary' | 'export';

/**
 * Signed, short-lived addresses, for what a browser must load without a Bearer header. A signature names one subject (a
 * book, or whose export), one purpose, and the sign-in that it was given to; it is no use for anything else.
 */
export interface SignedUrls {
  /** Stable within its period, so that browsers cache what it leads to. @param sessionId of the sign-in that asks */
  issue(purpose: SignedUrlPurpose, subject: string, sessionId: string): string;
  /**
   * Looks at the signature and the time only; whether the sign-in still stands is for `ActiveSessions` to say.
   * @returns the sign-in that it was given to; null when it is not valid for this
   */
  verify(purpose: SignedUrlPurpose, subject: string, signature: string): string | null;
  /** When a signature that is issued now expires. */
  endOf(purpose: SignedUrlPurpose): Date;
}

/** Seconds: a signature is valid for at least one period and for two at most. */
const periods: Record<SignedUrlPurpose, number> = {
  content: 6 * 3600,
  cover: 6 * 3600,
  dictionary: 6 * 3600,
  export: 300,
};

const mostKept = 20_000;
/** `<last period>-<sign-in, a UUID in base64url><MAC>` */
const format = /^([0-9a-z]{1,8})-([\w-]{22})[\w-]{24}$/;

/**
 * URLs signed with the server's secret: the period in which it ends, the sign-in, and a MAC over all that it is for.
 */
export function createSignedUrls(secret: string, now: () => Date): SignedUrls {
  /** A long list asks for the same ones every time it is shown. */
  const issued = new Map<string, string>();
  const currentPeriod = (purpose: SignedUrlPurpose) => Math.floor(now().getTime() / 1000 / periods[purpose]);

  function sign(purpose: string, subject: string, sessionId: string, lastPeriod: number): string {
    const mac = createHmac('sha256', secret)
      .update(`grant\n${purpose}\n${subject}\n${sessionId}\n${lastPeriod}`)
      .digest();
    return `${lastPeriod.toString(36)}-${shortened(sessionId)}${mac.subarray(0, 18).toString('base64url')}`;
  }

  return {
    issue(purpose, subject, sessionId) {
      const lastPeriod = currentPeriod(purpose) + 1;
      const name = `${purpose}\n${subject}\n${sessionId}\n${lastPeriod}`;
      let signature = issued.get(name);
      if (signature === undefined) {
        signature = sign(purpose, subject, sessionId, lastPeriod);
        if (issued.size >= mostKept) issued.clear();
        issued.set(name, signature);
      }
      return signature;
    },
    verify(purpose, subject, signature) {
      const [, period = '', short = ''] = format.exec(signature) ?? [];
      const lastPeriod = Number.parseInt(period, 36);
      const current = currentPeriod(purpose);
      if (!(lastPeriod >= current && lastPeriod <= current + 1)) return null;
      const sessionId = lengthened(short);
      const [given, right] = [
        Buffer.from(signature),
        Buffer.from(sign(purpose, subject, sessionId, lastPeriod)),
      ];
      return given.length === right.length && timingSafeEqual(given, right) ? sessionId : null;
    },
    endOf: (purpose) => new Date((currentPeriod(purpose) + 2) * periods[purpose] * 1000),
  };
}

/** A UUID in 22 characters. */
const shortened = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');

function lengthened(short: string): string {
  const hex = Buffer.from(short, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
