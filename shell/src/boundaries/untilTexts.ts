import { withTimeout } from '@lectern/client/common/withTimeout.ts';
import type { I18n } from '@lectern/client/services/i18n/i18n.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';

/** Milliseconds to wait for translations; after that English is shown. */
const textsTimeoutMs = 3_000;

/** A component or a function of a remote, with what it needs before its first use. */
export interface Prepared {
  prepare?(host: Host): void;
}

/** The language in which each part was last ready. */
const readyIn = new WeakMap<Prepared, string>();

/** Whether a part can be shown without waiting. */
export const hasTexts = (part: Prepared, { language }: I18n): boolean =>
  language.get() === 'en' || readyIn.get(part) === language.get();

/**
 * Resolves when the texts of a loaded part have arrived, so that it does not flash in English. The keys
 * are the English texts, so English never waits.
 */
export async function untilTexts(part: Prepared, host: Host, i18n: I18n): Promise<void> {
  if (hasTexts(part, i18n)) return;
  const language = i18n.language.get();
  part.prepare?.(host);
  await withTimeout(i18n.settled(), textsTimeoutMs, () => undefined);
  readyIn.set(part, language);
}
