/** A temporary folder with the published remotes of the build, for tests that deploy and roll back. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remotesDist } from '../paths.mjs';
import { describe, packageOf, publish } from '../registry/publish.mjs';
import { canaryOf, promoted, rolledBack, switchTo } from '../registry/registry.mjs';
import { directoryTarget, readRegistry } from '../registry/target.mjs';

export function copyOfPublished() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-published-'));
  cpSync(remotesDist, folder, { recursive: true });
  const target = directoryTarget(folder);
  const put = async (description, build) => publish(target, description, build);
  return {
    folder,
    registry: () => readRegistry(target),
    async deploy(description, build, share) {
      const published = await put(description, build);
      await target.switch((before) =>
        share === undefined
          ? switchTo(before, description.name, published)
          : canaryOf(before, description.name, published, share),
      );
    },
    async deployAgain(name, build, version) {
      const description = describe(name, build, { ...packageOf(name), version });
      await this.deploy(description, build);
      return description.version;
    },
    promote: (name) => target.switch((before) => promoted(before, name)),
    rollback: (name) => target.switch((before) => rolledBack(before, name)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
