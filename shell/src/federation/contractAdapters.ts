import type { FederatedComponent, FederatedProps, Host } from '@lectern/shared-contracts/contract/host.ts';
import { CONTRACT_VERSION, contractFits } from '@lectern/shared-contracts/contract/version.ts';
import { createElement } from 'react';

/** A contract that the shell supports, and how to adapt the current Host to it. */
export interface ContractAdapter {
  /** major.minor: remotes built for this major and at most this minor are accepted. */
  contract: string;
  /** Null for the current contract. */
  hostOf: ((host: Host) => unknown) | null;
}

/**
 * The current and the previous major, for remotes that have not migrated yet; see OFFERED_CONTRACTS. When the
 * major is raised, an adapter to the previous major is added here, until the next major.
 */
const contractAdapters: readonly ContractAdapter[] = [{ contract: CONTRACT_VERSION, hostOf: null }];

/** The adapter for a remote built for `wanted`; null when the contract is not supported. */
export function contractAdapterFor(
  wanted: string,
  adapters: readonly ContractAdapter[] = contractAdapters,
): ContractAdapter | null {
  return adapters.find(({ contract }) => contractFits(wanted, contract)) ?? null;
}

/** Wraps a component so that it gets the Host of its contract. Each Host is adapted once. */
export function adaptHost({ hostOf }: ContractAdapter, component: FederatedComponent): FederatedComponent {
  if (hostOf === null) return component;
  const adapted = new WeakMap<Host, Host>();
  function adaptedHost(host: Host): Host {
    // The adapted Host has the type of the remote's own contract, which only the remote knows.
    const adaptedToContract = adapted.get(host) ?? (hostOf?.(host) as Host);
    adapted.set(host, adaptedToContract);
    return adaptedToContract;
  }
  function OfAnotherContract({ host, ...rest }: FederatedProps) {
    return createElement(component, { host: adaptedHost(host), ...rest });
  }
  return Object.assign(OfAnotherContract, {
    prepare: (host: Host) => component.prepare(adaptedHost(host)),
    prefetch: (host: Host) => component.prefetch(adaptedHost(host)),
  });
}
