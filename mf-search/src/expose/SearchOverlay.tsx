import type { Locale } from '@lectern/shared-contracts/contract/host.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { SearchOverlay } from '../overlay/SearchOverlay.tsx';

export default federated({
  namespace: 'mf-search',
  component: SearchOverlay,
  setUp(host) {
    host.i18n.register('mf-search', async (language) => {
      const { default: locale } = (await import(`../locales/${language}.json`)) as { default: Locale };
      return locale;
    });
  },
});
