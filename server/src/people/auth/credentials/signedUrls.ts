import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed URL grants access to. */
export type SignedUrlPurpose = 'content' | 'cover' | 'dictionary' | 'export';

/** In seconds. A signature is valid for at least one period and at most two. */
const periods: Record<SignedUrlPurpose, number> = {
  content: 6 * 3600,
  cover: 6 * 3600,
  dictionary: 6 * 3600,
  export: 300,
};

const maxKept = 20_000;
/** `<last period>-<session UUID in base64url><MAC>` */
const format = /^([0-9a-z]{1,8})-([\w-]{22})[\w-]{24}$/;

/**
 * Short-lived signed URLs for resources that a browser loads without a Bearer header. A signature is bound to one
 * subject (a book, or the owner of an export), one purpose and one session: it holds its last period, the session,
 * and a MAC with the server's secret.
 */
export function createSignedUrls(secret: string, now: () => Date) {
  /** Long lists ask for the same URLs again and again. */
  const issued = new Map<string, string>();
  const currentPeriod = (purpose: SignedUrlPurpose) => Math.floor(now().getTime() / 1000 / periods[purpose]);

  function sign(purpose: string, subject: string, sessionId: string, lastPeriod: number): string {
    const mac = createHmac('sha256', secret)
      .update(`grant\n${purpose}\n${subject}\n${sessionId}\n${lastPeriod}`)
      .digest();
    return `${lastPeriod.toString(36)}-${shortened(sessionId)}${mac.subarray(0, 18).toString('base64url')}`;
  }

  return {
    /** Stable within its period, so that browsers can cache the resource. */
    issue(purpose: SignedUrlPurpose, subject: string, sessionId: string): string {
      const lastPeriod = currentPeriod(purpose) + 1;
      const name = `${purpose}\n${subject}\n${sessionId}\n${lastPeriod}`;
      let signature = issued.get(name);
      if (signature === undefined) {
        signature = sign(purpose, subject, sessionId, lastPeriod);
        if (issued.size >= maxKept) issued.clear();
        issued.set(name, signature);
      }
      return signature;
    },
    /**
     * Checks signature and expiry only; `ActiveSessions` says whether the session is still active.
     * @returns the session; null when the signature is invalid
     */
    verify(purpose: SignedUrlPurpose, subject: string, signature: string): string | null {
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
    /** When a signature issued now expires. */
    endOf: (purpose: SignedUrlPurpose) => new Date((currentPeriod(purpose) + 2) * periods[purpose] * 1000),
  };
}

export type SignedUrls = ReturnType<typeof createSignedUrls>;

/** Encodes a UUID in 22 characters. */
const shortened = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');

function lengthened(short: string): string {
  const hex = Buffer.from(short, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
