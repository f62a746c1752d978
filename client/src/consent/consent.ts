import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { parseJson } from '../common/safeStorage.ts';

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

export interface Consent {
  /** Null until the reader has decided. */
  record: Readable<ConsentRecord | null>;
  save(choice: ConsentChoice): void;
  /** Clears the decision, so that the banner is shown again. */
  clear(): void;
  /** Everything that is not allowed is denied. */
  allows(category: ConsentCategory): boolean;
}

const consentVersion = '1.0';

export function createConsent(storage: Storage, now: () => Date = () => new Date()): Consent {
  const record = createWritable(parse(storage.getItem(storageKeys.cookieConsent)));
  return {
    record,
    save({ analytics, marketing }) {
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
    clear() {
      storage.removeItem(storageKeys.cookieConsent);
      record.set(null);
    },
    allows: (category) => category === 'essential' || record.get()?.[category] === true,
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
