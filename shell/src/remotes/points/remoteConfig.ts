import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import type { Host, RemoteConfig } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { fitsSetting } from '@lectern/shared-contracts/contract/settings.ts';

/**
 * The settings of a remote: what the operator has set, as far as it still fits the remote.json, over the defaults.
 * They are read only for a remote that declares some.
 */
export function watchConfig(
  remote: string,
  contents: Readable<RemoteContents>,
  data: Pick<Host['data'], 'watch'>,
): Readable<RemoteConfig> {
  const read = () => data.watch('GET /flags', {});
  let answers: ReturnType<typeof read> | null = null;
  const now = (): RemoteConfig => {
    const declared = Object.entries(contents.get().get(remote)?.config ?? {});
    if (declared.length > 0 && answers === null) {
      answers = read();
      answers.subscribe(update);
    }
    const answer = answers?.get();
    const settings = answer?.status === 'ready' ? answer.value.settings : undefined;
    const values = settings?.find((one) => one.remote === remote)?.values ?? {};
    return Object.fromEntries(
      declared.map(([name, setting]) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        return [name, value !== undefined && fitsSetting(setting, value) ? value : setting.default];
      }),
    );
  };
  const config = createWritable<RemoteConfig>({});
  function update() {
    const next = now();
    if (JSON.stringify(next) !== JSON.stringify(config.get())) config.set(next);
  }
  contents.subscribe(update);
  update();
  return config;
}
