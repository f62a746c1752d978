/** Made by tools/dev-remote.mjs for the remote that is run. */
declare module 'sandbox/parts' {
  import type { FederatedComponent, Locale } from '@lectern/shared-contracts/contract/host.ts';

  export const name: string;
  export const locale: Locale;
  export const parts: Record<string, () => Promise<{ default: FederatedComponent }>>;
}
