import type { Host } from '@lectern/shared-contracts/host.ts';

export const namespace = 'mf-mentor';

export function setUp(host: Host): void {
  host.i18n.register(namespace, async () => (await import('./locales/en.json')).default);
}
