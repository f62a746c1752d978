import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';

/** The parts of the Host. */
export type HostParts = Omit<Host, 'contract' | 'auth'> & { user: Host['auth']['user'] };

/** Creates the Host, frozen so that no remote can change it for the others. */
export function createHost({ user, ...parts }: HostParts): Host {
  return Object.freeze({
    ...parts,
    contract: CONTRACT_VERSION,
    auth: { user, hasRole: (role: string) => user.get()?.roles.includes(role) ?? false },
  });
}
