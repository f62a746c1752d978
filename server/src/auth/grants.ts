import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signed, short-lived addresses, for what an img or a frame must load without a Bearer header. A grant names one
 * book and one purpose, is good for some hours, and is no use for anything else. It says nothing about the reader.
 */
export interface Grants {
  /** Stable within its period, so that browsers cache what it leads to. */
  issue(purpose: 'content' | 'cover', bookId: string): string;
  verify(purpose: 'content' | 'cover', bookId: string, grant: string): boolean;
}

/** Six hours: a grant is good for at least one period and for two at most. */
const periodSeconds = 6 * 3600;

/** Grants signed by the server's secret: the period in which it ends, and a MAC over that, the purpose and the book. */
export function signedGrants(secret: string, now: () => Date): Grants {
  const currentPeriod = () => Math.floor(now().getTime() / 1000 / periodSeconds);

  function sign(purpose: string, bookId: string, lastPeriod: number): string {
    const mac = createHmac('sha256', secret).update(`grant\n${purpose}\n${bookId}\n${lastPeriod}`).digest();
    return `${lastPeriod.toString(36)}-${mac.subarray(0, 18).toString('base64url')}`;
  }

  return {
    issue: (purpose, bookId) => sign(purpose, bookId, currentPeriod() + 1),
    verify(purpose, bookId, grant) {
      const lastPeriod = Number.parseInt(grant.split('-', 1)[0] ?? '', 36);
      const current = currentPeriod();
      if (!(lastPeriod >= current && lastPeriod <= current + 1)) return false;
      const [given, right] = [Buffer.from(grant), Buffer.from(sign(purpose, bookId, lastPeriod))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
