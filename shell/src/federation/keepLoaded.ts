import type { Loaded } from './loadRemote.ts';
import type { LoadPage } from './useLazy.ts';

/**
 * Notes what has come, so that it can be shown in the very render that wants it. What has failed is asked for again.
 */
export function keepLoaded(load: () => Promise<Loaded>): LoadPage {
  const loadPage: LoadPage = async () => {
    if (loadPage.loaded) return loadPage.loaded;
    const result = await load();
    if (result.ok) loadPage.loaded = result;
    return result;
  };
  return loadPage;
}
