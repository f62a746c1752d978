import { federated } from '@lectern/shared-contracts/host.ts';
import { SearchOverlay } from '../overlay/SearchOverlay.tsx';

export default federated('mf-search', SearchOverlay, (host) =>
  host.i18n.register('mf-search', async () => (await import('../locales/en.json')).default),
);
