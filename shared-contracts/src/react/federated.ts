import { type ComponentType, createElement, useMemo } from 'react';
import type { FederatedComponent, FederatedProps, Host } from '../contract/host.ts';
import { HostContext } from './remoteContext.ts';

/**
 * Makes a component into something a remote can expose: it brings the Host to everything below. The context is this
 * remote's own, so remotes share no module state.
 */
export function federated(
  namespace: string,
  component: ComponentType<Omit<FederatedProps, 'host'>>,
  setUp?: (host: Host) => void,
  ahead?: (host: Host) => void,
): FederatedComponent {
  const prepared = new WeakSet<Host>();
  function prepare(host: Host) {
    if (prepared.has(host)) return;
    prepared.add(host);
    setUp?.(host);
  }
  function Federated({ host, params, slot }: FederatedProps) {
    prepare(host);
    const context = useMemo(() => ({ host, namespace }), [host]);
    return createElement(
      HostContext.Provider,
      { value: context },
      createElement(component, { params, slot }),
    );
  }
  return Object.assign(Federated, { prepare, ...(ahead ? { ahead } : {}) });
}
