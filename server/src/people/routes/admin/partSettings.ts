import type { PartSettings } from '@lectern/shared-contracts/api/remotes.ts';
import type { SettingDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { fitsSetting } from '@lectern/shared-contracts/contract/settings.ts';
import { readRegistry } from '../../../http/static/serveRegistry.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Config } from '../../../run/config/config.ts';
import type { Db } from '../../../store/db.ts';
import { readList, writeSetting } from '../../../store/settings.ts';

const settingName = 'part_settings';
/** Of all remotes together, since every reader reads them. */
const maxBytes = 64_000;

/** What the operator has set, by name of the remote. */
export const partSettings = (db: Db): Promise<PartSettings[]> => readList(db, settingName);

/**
 * Replaces the settings of a remote; without values they are the defaults.
 * @throws AppError limit_reached
 */
export async function setPartSettings(db: Db, settings: PartSettings): Promise<void> {
  const all = (await partSettings(db)).filter(({ remote }) => remote !== settings.remote);
  if (Object.keys(settings.values).length > 0) all.push(settings);
  const value = JSON.stringify(all.sort((a, b) => a.remote.localeCompare(b.remote, 'en')));
  if (Buffer.byteLength(value) > maxBytes) throw new AppError('limit_reached');
  await writeSetting(db, settingName, value);
}

/**
 * Compares settings with what the version in production declares.
 * @throws AppError invalid_request with a sentence about the first wrong one
 */
export async function checkPartSettings(
  serverConfig: Config,
  { remote, values }: PartSettings,
): Promise<void> {
  const { remotes } = await readRegistry(serverConfig);
  const config = Object.hasOwn(remotes, remote) ? remotes[remote]?.current?.description?.config : {};
  const declared = (config ?? {}) as Readonly<Record<string, SettingDescription>>;
  for (const [name, value] of Object.entries(values)) {
    const setting = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (setting === undefined) throw new AppError('invalid_request', `${remote} has no setting “${name}”.`);
    if (!fitsSetting(setting, value))
      throw new AppError('invalid_request', `“${setting.title}” does not take this value.`);
  }
}
