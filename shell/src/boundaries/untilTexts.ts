import type { FederatedComponent, Host } from '@lectern/shared-contracts/contract/host.ts';
import type { I18n } from '../i18n/i18n.ts';

/** Milliseconds after which a part is shown in the words that there are. */
const textsTimeoutMs = 3_000;

/** The language in which a part was last ready to be shown. */
const readyIn = new WeakMap<FederatedComponent, string>();

/** Whether a part can be shown at once. */
export const hasTexts = (component: FederatedComponent, { language }: I18n): boolean =>
  language.get() === 'en' || readyIn.get(component) === language.get();

/**
 * Resolves when a part that was loaded has its texts, so that none is in English before it is in the reader's
 * language. The keys are the English texts: in English there is nothing to wait for.
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
