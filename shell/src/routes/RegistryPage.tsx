import { type ReactNode, useEffect, useState } from 'react';
import { PageSkeleton } from '../federation/PageSkeleton.tsx';
import { useShell } from '../host/shell.ts';
import { type FoundRoute, findRoute } from './findRoute.ts';
import { registryRoutes } from './registryRoutes.ts';

export interface RegistryPageProps {
  pathname: string;
  children: (found: FoundRoute) => ReactNode;
  /** No remote has this address either. */
  otherwise: ReactNode;
}

/** An address that the shell does not know may be one that a remote brings: the registry says so. */
export function RegistryPage({ pathname, children, otherwise }: RegistryPageProps) {
  const { registry } = useShell();
  const [found, setFound] = useState<FoundRoute | 'asking' | null>('asking');

  useEffect(() => {
    let current = true;
    registry.load().then(
      (known) => current && setFound(findRoute(pathname, registryRoutes(known))),
      () => current && setFound(null),
    );
    return () => {
      current = false;
    };
  }, [registry, pathname]);

  if (found === 'asking') return <PageSkeleton area="default" slow={false} />;
  return found === null ? otherwise : children(found);
}
