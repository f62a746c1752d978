import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';

/** The parts that know each other no better than the remotes know them. */
export type HostParts = Omit<Host, 'contract' | 'auth'> & { user: Host['auth']['user'] };

/** The Host, frozen: a remote that changed it would change it for all. */
export function createHost({ user, ...parts }: HostParts): Host {
  return Object.freeze({
    ...parts,
    contract: CONTRACT_VERSION,
    auth: { user, hasRole: (role: string) => user.get()?.roles.includes(role) ?? false },
  });
}
