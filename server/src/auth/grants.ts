import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a grant opens: files of a book, its covers, or a reader's export. */
export type GrantPurpose = 'content' | 'cover' | 'export';

/**
 * Signed, short-lived addresses, for what a browser must load without a Bearer header. A grant names one subject (a
 * book, or whose export) and one purpose, and is no use for anything else. It says nothing about the reader.
 */
export interface Grants {
  /** Stable within its period, so that browsers cache what it leads to. */
  issue(purpose: GrantPurpose, subject: string): string;
  verify(purpose: GrantPurpose, subject: string, grant: string): boolean;
  /** When a grant that is issued now ends. */
  endOf(purpose: GrantPurpose): Date;
}

/** Seconds: a grant is good for at least one period and for two at most. */
const periods: Record<GrantPurpose, number> = { content: 6 * 3600, cover: 6 * 3600, export: 300 };

const mostKept = 20_000;

/** Grants signed by the server's secret: the period in which it ends, and a MAC over that, the purpose and the subject. */
export function signedGrants(secret: string, now: () => Date): Grants {
  /** A long list asks for the same ones every time it is shown. */
  const issued = new Map<string, string>();
  const currentPeriod = (purpose: GrantPurpose) => Math.floor(now().getTime() / 1000 / periods[purpose]);

  function sign(purpose: string, subject: string, lastPeriod: number): string {
    const mac = createHmac('sha256', secret).update(`grant\n${purpose}\n${subject}\n${lastPeriod}`).digest();
    return `${lastPeriod.toString(36)}-${mac.subarray(0, 18).toString('base64url')}`;
  }

  return {
    issue(purpose, subject) {
      const lastPeriod = currentPeriod(purpose) + 1;
      const name = `${purpose}\n${subject}\n${lastPeriod}`;
      let grant = issued.get(name);
      if (grant === undefined) {
        grant = sign(purpose, subject, lastPeriod);
        if (issued.size >= mostKept) issued.clear();
        issued.set(name, grant);
      }
      return grant;
    },
    verify(purpose, subject, grant) {
      const lastPeriod = Number.parseInt(grant.split('-', 1)[0] ?? '', 36);
      const current = currentPeriod(purpose);
      if (!(lastPeriod >= current && lastPeriod <= current + 1)) return false;
      const [given, right] = [Buffer.from(grant), Buffer.from(sign(purpose, subject, lastPeriod))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
    endOf: (purpose) => new Date((currentPeriod(purpose) + 2) * periods[purpose] * 1000),
  };
}
