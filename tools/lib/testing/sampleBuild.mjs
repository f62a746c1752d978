/** A minimal build of a remote for tests, and a target to deploy it to. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_VERSION } from '../../../shared-contracts/src/contract/version.ts';
import { deploy } from '../../deploy.mjs';
import { directoryTarget } from '../registry/target.mjs';

export function sampleDeploys() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-publish-'));
  const remotes = join(folder, 'remotes');
  const target = directoryTarget(remotes);
  let builds = 0;

  /** A build with this code in it. */
  function built(code) {
    builds += 1;
    const build = join(folder, `build-${builds}`);
    mkdirSync(build, { recursive: true });
    writeFileSync(join(build, 'remoteEntry.js'), code);
    const manifest = {
      metaData: { remoteEntry: { name: 'remoteEntry.js' }, globalName: 'mf_search' },
      exposes: [{ name: 'SearchOverlay', assets: { js: { sync: [] } } }],
    };
    writeFileSync(join(build, 'mf-manifest.json'), JSON.stringify(manifest));
    return build;
  }

  return {
    folder,
    remotes,
    target,
    built,
    /** @returns {Promise<object>} the registry entry of the remote */
    async deployed(code, { name = 'mf-search', content, ...how } = {}) {
      const registry = await deploy(target, {
        name,
        build: built(code),
        shell: { version: '1.0.0', contracts: [CONTRACT_VERSION] },
        smoke: async () => null,
        facts: { version: '1.0.0', content },
        ...how,
      });
      return registry.remotes[name];
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const versionOf = (published) => published?.description.version;
