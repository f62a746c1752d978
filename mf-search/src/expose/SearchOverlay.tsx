import { federated, type Locale } from '@lectern/shared-contracts/host.ts';
import { SearchOverlay } from '../overlay/SearchOverlay.tsx';

export default federated('mf-search', SearchOverlay, (host) =>
  host.i18n.register('mf-search', async (language) => {
    const { default: locale } = (await import(`../locales/${language}.json`)) as { default: Locale };
    return locale;
  }),
);
