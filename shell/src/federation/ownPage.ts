import { type ComponentType, createElement } from 'react';
import { keepLoaded } from './keepLoaded.ts';
import { federatedComponent } from './remoteComponent.ts';
import type { LoadPage } from './useLazy.ts';

/**
 * A page of the shell's own in the shape of a loaded one. A chunk that did not come is a failure of the stage 'entry',
 * and the bundler asks for it again at the next try.
 */
export function ownPage(
  load: () => Promise<ComponentType<{ params: Readonly<Record<string, string>> }>>,
): LoadPage {
  return keepLoaded(async () => {
    try {
      const Page = await load();
      return { ok: true, component: federatedComponent(({ params }) => createElement(Page, { params })) };
    } catch (cause) {
      return { ok: false, failure: { stage: 'entry', code: 'chunk', remote: 'shell', cause } };
    }
  });
}
