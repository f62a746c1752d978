import type { FederatedComponent, FederatedProps, Host } from '@lectern/shared-contracts/contract/host.ts';
import { CONTRACT_VERSION, contractFits } from '@lectern/shared-contracts/contract/version.ts';
import { createElement } from 'react';

/** A contract that the shell serves, and how its Host is made from the current one. */
export interface ContractAdapter {
  /** major.minor: remotes built for this major up to this minor are taken. */
  contract: string;
  /** Null when it is the current Host itself. */
  hostOf: ((host: Host) => unknown) | null;
}

/**
 * The current major, and below it the last one, for remotes that have not moved yet; see OFFERED_CONTRACTS. When the
 * major is raised, the Host of the major before is made here from the new one, until the next major.
 */
const contractAdapters: readonly ContractAdapter[] = [{ contract: CONTRACT_VERSION, hostOf: null }];

/** The adapter for a remote built for `wanted`; null when the shell serves no such contract. */
export function contractAdapterFor(
  wanted: string,
  adapters: readonly ContractAdapter[] = contractAdapters,
): ContractAdapter | null {
  return adapters.find(({ contract }) => contractFits(wanted, contract)) ?? null;
}

/** A component that is given the Host of the contract it was built for. One Host makes one adapted Host. */
export function adaptHost({ hostOf }: ContractAdapter, component: FederatedComponent): FederatedComponent {
  if (hostOf === null) return component;
  const adapted = new WeakMap<Host, Host>();
  function adaptedHost(host: Host): Host {
    // What the remote sees is of its own contract; only the remote knows that type.
    const known = adapted.get(host) ?? (hostOf?.(host) as Host);
    adapted.set(host, known);
    return known;
  }
  function OfAnotherContract({ host, ...rest }: FederatedProps) {
    return createElement(component, { host: adaptedHost(host), ...rest });
  }
  return Object.assign(OfAnotherContract, {
    prepare: (host: Host) => component.prepare(adaptedHost(host)),
    prefetch: (host: Host) => component.prefetch(adaptedHost(host)),
  });
}
