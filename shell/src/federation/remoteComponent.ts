import type { FederatedComponent, FederatedProps, Host } from '@lectern/shared-contracts/contract/host.ts';
import type { ComponentType } from 'react';

/** A component made by `federated` of any contract. */
export type ExposedComponent = ComponentType<FederatedProps> & {
  /** Since contract 1.2. */
  prepare?(host: Host): void;
  /** Since contract 1.3. */
  prefetch?(host: Host): void;
  /** Name of `prefetch` up to contract 1.2. */
  ahead?(host: Host): void;
};

/** Adds the functions that an older contract lacks. The shell's own pages have nothing to prepare or prefetch. */
export function federatedComponent(component: ExposedComponent): FederatedComponent {
  const { prepare, prefetch, ahead } = component;
  return Object.assign(component, {
    prepare: (host: Host) => prepare?.(host),
    prefetch: (host: Host) => (prefetch ?? ahead)?.(host),
  });
}

/** The component of a remote's module; null when the default export is not one. */
export function componentOf(module: unknown): FederatedComponent | null {
  const exported =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : null;
  const isComponent =
    typeof exported === 'function' ||
    (typeof exported === 'object' && exported !== null && '$$typeof' in exported);
  return isComponent ? federatedComponent(exported as ExposedComponent) : null;
}
