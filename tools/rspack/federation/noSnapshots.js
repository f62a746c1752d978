/**
 * What stands in the federation's runtime for its handler of snapshots, 4 KB of code that reads
 * manifests: the registry says what an entry is made of, and nobody asks for a manifest. Only what the
 * rest of the runtime touches when a remote is replaced.
 */
import { PluginSystem } from '../../../node_modules/@module-federation/runtime-core/dist/utils/hooks/pluginSystem.js';

export class SnapshotHandler {
  hooks = new PluginSystem({});
  manifestCache = new Map();
}

export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined });
