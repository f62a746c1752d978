import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { parseJson } from '../../common/safeStorage.ts';

/** The stored consent [CK-03]. */
export interface ConsentRecord {
  essential: true;
  analytics: boolean;
  marketing: boolean;
  /** ISO 8601. */
  timestamp: string;
  version: typeof consentVersion;
}

export type ConsentChoice = Pick<ConsentRecord, 'analytics' | 'marketing'>;
export type ConsentCategory = 'essential' | 'analytics' | 'marketing';

export type Consent = ReturnType<typeof createConsent>;

const consentVersion = '1.0';

export function createConsent(storage: Storage, now: () => Date = () => new Date()) {
  const record = createWritable(parse(storage.getItem(storageKeys.cookieConsent)));
  return {
    /** Null until the reader has decided. */
    record: record as Readable<ConsentRecord | null>,
    save({ analytics, marketing }: ConsentChoice) {
      const next: ConsentRecord = {
        essential: true,
        analytics,
        marketing,
        timestamp: now().toISOString(),
        version: consentVersion,
      };
      storage.setItem(storageKeys.cookieConsent, JSON.stringify(next));
      record.set(next);
    },
    /** Clears the decision, so that the banner is shown again. */
    clear() {
      storage.removeItem(storageKeys.cookieConsent);
      record.set(null);
    },
    /** Everything that is not allowed is denied. */
    allows: (category: ConsentCategory) => category === 'essential' || record.get()?.[category] === true,
  };
}

/** A record of another version or one that cannot be read is no consent. */
function parse(text: string | null): ConsentRecord | null {
  const value = parseJson(text) as Partial<ConsentRecord> | null;
  if (value?.version !== consentVersion || typeof value.timestamp !== 'string') return null;
  return {
    essential: true,
    analytics: value.analytics === true,
    marketing: value.marketing === true,
    timestamp: value.timestamp,
    version: consentVersion,
  };
}
