import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a grant opens: files of a book, its covers, or a reader's export. */
export type GrantPurpose = 'content' | 'cover' | 'export';

/**
 * Signed, short-lived addresses, for what a browser must load without a Bearer header. A grant names one subject (a
 * book, or whose export), one purpose, and the sign-in that it was given to; it is no use for anything else.
 */
export interface Grants {
  /** Stable within its period, so that browsers cache what it leads to. @param familyId of the sign-in that asks */
  issue(purpose: GrantPurpose, subject: string, familyId: string): string;
  /**
   * Looks at the signature and the time only; whether the sign-in still stands is for `OpenSignIns` to say.
   * @returns the sign-in that it was given to; null when it is not good for this
   */
  verify(purpose: GrantPurpose, subject: string, grant: string): string | null;
  /** When a grant that is issued now ends. */
  endOf(purpose: GrantPurpose): Date;
}

/** Seconds: a grant is good for at least one period and for two at most. */
const periods: Record<GrantPurpose, number> = { content: 6 * 3600, cover: 6 * 3600, export: 300 };

const mostKept = 20_000;
/** `<last period>-<sign-in, a UUID in base64url><MAC>` */
const format = /^([0-9a-z]{1,8})-([\w-]{22})[\w-]{24}$/;

/**
 * Grants signed by the server's secret: the period in which it ends, the sign-in, and a MAC over all that it is for.
 */
export function signedGrants(secret: string, now: () => Date): Grants {
  /** A long list asks for the same ones every time it is shown. */
  const issued = new Map<string, string>();
  const currentPeriod = (purpose: GrantPurpose) => Math.floor(now().getTime() / 1000 / periods[purpose]);

  function sign(purpose: string, subject: string, familyId: string, lastPeriod: number): string {
    const mac = createHmac('sha256', secret)
      .update(`grant\n${purpose}\n${subject}\n${familyId}\n${lastPeriod}`)
      .digest();
    return `${lastPeriod.toString(36)}-${shortened(familyId)}${mac.subarray(0, 18).toString('base64url')}`;
  }

  return {
    issue(purpose, subject, familyId) {
      const lastPeriod = currentPeriod(purpose) + 1;
      const name = `${purpose}\n${subject}\n${familyId}\n${lastPeriod}`;
      let grant = issued.get(name);
      if (grant === undefined) {
        grant = sign(purpose, subject, familyId, lastPeriod);
        if (issued.size >= mostKept) issued.clear();
        issued.set(name, grant);
      }
      return grant;
    },
    verify(purpose, subject, grant) {
      const [, period = '', short = ''] = format.exec(grant) ?? [];
      const lastPeriod = Number.parseInt(period, 36);
      const current = currentPeriod(purpose);
      if (!(lastPeriod >= current && lastPeriod <= current + 1)) return null;
      const familyId = lengthened(short);
      const [given, right] = [Buffer.from(grant), Buffer.from(sign(purpose, subject, familyId, lastPeriod))];
      return given.length === right.length && timingSafeEqual(given, right) ? familyId : null;
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
