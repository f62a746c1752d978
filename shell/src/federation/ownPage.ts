import { type ComponentType, createElement } from 'react';
import type { LoadPage } from './useLazy.ts';

/**
 * A page of the shell's own in the shape of a loaded one. A chunk that did not come is a failure of the stage 'entry',
 * and the bundler asks for it again at the next try.
 */
export function ownPage(
  load: () => Promise<ComponentType<{ params: Readonly<Record<string, string>> }>>,
): LoadPage {
  const loadPage: LoadPage = async () => {
    if (loadPage.loaded) return loadPage.loaded;
    try {
      const Page = await load();
      loadPage.loaded = { ok: true, component: ({ params }) => createElement(Page, { params }) };
      return loadPage.loaded;
    } catch (cause) {
      return { ok: false, failure: { stage: 'entry', code: 'chunk', remote: 'shell', cause } };
    }
  };
  return loadPage;
}
