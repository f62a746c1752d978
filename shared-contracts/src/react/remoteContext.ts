import { createContext, useContext } from 'react';
import type { Host } from '../contract/host.ts';

export interface RemoteContext {
  host: Host;
  /** Namespace of the remote's texts: its own name. */
  namespace: string;
}

/** The Host and the namespace of the remote, for everything below `federated`. */
export const HostContext = createContext<RemoteContext | null>(null);

/** @throws Error outside of `federated` */
export function useRemoteContext(): RemoteContext {
  const context = useContext(HostContext);
  if (context === null) throw new Error('useHost is for components of a remote, inside federated(...).');
  return context;
}
