import { type ComponentType, createElement, useMemo } from 'react';
import type { FederatedComponent, FederatedProps, Host } from '../contract/host.ts';
import { remembered } from '../domain/remembered.ts';
import { HostContext } from './remoteContext.ts';

export interface FederatedOptions<Input> {
  /** Namespace of the remote's texts: its own name. */
  namespace: string;
  component: ComponentType<Pick<FederatedProps, 'params'> & { input: Input }>;
  /** Registers what the component needs (texts, types of writes), once for each Host, before the first render. */
  setUp?(host: Host): void;
  /** Loads what the page will need, while the reader is still on the page before. */
  prefetch?(host: Host): void;
}

/**
 * Makes a component into something that a remote can expose: everything below it gets the Host by `useHost`. The
 * context is this remote's own, so remotes share no module state.
 */
export function federated<Input = unknown>({
  namespace,
  component,
  setUp,
  prefetch,
}: FederatedOptions<Input>): FederatedComponent {
  const prepare = remembered((host: Host): void => setUp?.(host));
  function Federated({ host, params, input }: FederatedProps) {
    prepare(host);
    const context = useMemo(() => ({ host, namespace }), [host]);
    return createElement(
      HostContext.Provider,
      { value: context },
      createElement(component, { params, input: input as Input }),
    );
  }
  return Object.assign(Federated, { prepare, prefetch: (host: Host) => prefetch?.(host) });
}
