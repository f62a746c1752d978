import type { RemoteDescription, RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';

export function smokeTest(what: {
  base?: string;
  candidate: { base: string; description: RemoteDescription };
  build: string;
  registry: RemoteRegistry;
}): Promise<string | null>;
