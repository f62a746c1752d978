import type { PartSettings } from '@lectern/shared-contracts/api/remotes.ts';
import type { RemoteRegistry, SettingDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { fitsSetting } from '@lectern/shared-contracts/contract/settings.ts';
import { publishedReader } from '../../../http/static/serveRegistry.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Config } from '../../../run/config/config.ts';
import type { Db } from '../../../store/db.ts';
import { readSetting, writeSetting } from '../../../store/settings.ts';

const settingName = 'part_settings';
/** Of all remotes together, since every reader reads them. */
const maxBytes = 64_000;

/** What the operator has set, by name of the remote. */
export async function partSettings(db: Db): Promise<PartSettings[]> {
  const value = await readSetting(db, settingName);
  return value === null ? [] : (JSON.parse(value) as PartSettings[]);
}

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
export async function checkPartSettings(config: Config, { remote, values }: PartSettings): Promise<void> {
  const declared = await declaredSettings(config, remote);
  for (const [name, value] of Object.entries(values)) {
    const setting = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (setting === undefined) throw new AppError('invalid_request', `${remote} has no setting “${name}”.`);
    if (!fitsSetting(setting, value))
      throw new AppError('invalid_request', `“${setting.title}” does not take this value.`);
  }
}

/** Without a readable registry no remote declares any. */
async function declaredSettings(
  config: Config,
  remote: string,
): Promise<Readonly<Record<string, SettingDescription>>> {
  try {
    const bytes = await (await publishedReader(config))('remotes.json');
    const { remotes } = JSON.parse(String(bytes)) as RemoteRegistry;
    return (Object.hasOwn(remotes, remote) && remotes[remote]?.current.description.config) || {};
  } catch {
    return {};
  }
}
