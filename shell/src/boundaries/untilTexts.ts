import type { I18n } from '@lectern/client/i18n/i18n.ts';
import type { FederatedComponent, Host } from '@lectern/shared-contracts/contract/host.ts';

/** Milliseconds to wait for translations; after that English is shown. */
const textsTimeoutMs = 3_000;

/** The language in which each part was last ready. */
const readyIn = new WeakMap<FederatedComponent, string>();

/** Whether a part can be shown without waiting. */
export const hasTexts = (component: FederatedComponent, { language }: I18n): boolean =>
  language.get() === 'en' || readyIn.get(component) === language.get();

/**
 * Resolves when the texts of a loaded part have arrived, so that it does not flash in English. The keys
 * are the English texts, so English never waits.
 */
export async function untilTexts(component: FederatedComponent, host: Host, i18n: I18n): Promise<void> {
  if (hasTexts(component, i18n)) return;
  const language = i18n.language.get();
  component.prepare(host);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, textsTimeoutMs);
  });
  await Promise.race([i18n.settled(), timeout]);
  clearTimeout(timer);
  readyIn.set(component, language);
}
