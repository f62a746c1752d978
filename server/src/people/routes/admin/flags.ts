import type { FlagRule, flagRoutes, PartSettings } from '@lectern/shared-contracts/api/remotes.ts';
import { inCanary } from '@lectern/shared-contracts/contract/canary.ts';
import type { SettingDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { fitsSetting } from '@lectern/shared-contracts/contract/settings.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { readRegistry } from '../../../http/static/serveRegistry.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Config } from '../../../run/config/config.ts';
import type { Db } from '../../../store/db.ts';
import { readList, writeSetting } from '../../../store/settings.ts';

export const flagHandlers: RouteHandlers<keyof typeof flagRoutes> = {
  'GET /flags': async ({ db, user }) => ({
    on: await flagsOf(db, { id: user.id, isAdmin: user.roles.includes('admin') }),
    settings: await partSettings(db),
  }),

  'GET /admin/flags': async ({ db }) => ({ items: await flagRules(db) }),

  'PUT /admin/flags': async ({ db, services, body, record }) => {
    // Two administrators may set flags at the same time.
    await services.engine.acquireLock(db, 'feature_flags');
    await setFlagRule(db, body);
    record('authz_admin', null, {
      action: 'flag_changed',
      value: `${body.flag} ${body.on}`,
    });
    return null;
  },

  'PUT /admin/part-settings': async ({ db, services, body, record }) => {
    await checkPartSettings(services.config, body);
    await services.engine.acquireLock(db, 'part_settings');
    await setPartSettings(db, body);
    record('authz_admin', null, {
      action: 'part_settings_changed',
      value: `${body.remote} ${JSON.stringify(body.values)}`.slice(0, 200),
    });
    return null;
  },
};

/** More than remotes will ever declare. */
const maxFlags = 500;

/** All rules, by name of the flag. */
const flagRules = (db: Db): Promise<FlagRule[]> => readList(db, 'feature_flags');

/** @throws AppError limit_reached */
async function setFlagRule(db: Db, rule: FlagRule): Promise<void> {
  const others = (await flagRules(db)).filter(({ flag }) => flag !== rule.flag);
  if (others.length >= maxFlags) throw new AppError('limit_reached');
  const value = JSON.stringify([...others, rule].sort((a, b) => a.flag.localeCompare(b.flag, 'en')));
  await writeSetting(db, 'feature_flags', value);
}

/** Names of the flags that are on for a user. */
async function flagsOf(db: Db, reader: { id: string; isAdmin: boolean }): Promise<string[]> {
  const isOn = ({ flag, on, share }: FlagRule): boolean => {
    if (on === 'share') return inCanary(flag, reader.id, share);
    return on === 'everybody' || (on === 'administrators' && reader.isAdmin);
  };
  return (await flagRules(db)).filter(isOn).map(({ flag }) => flag);
}

/** Of all remotes together, since every reader reads them. */
const maxBytes = 64_000;

/** What the operator has set, by name of the remote. */
const partSettings = (db: Db): Promise<PartSettings[]> => readList(db, 'part_settings');

/**
 * Replaces the settings of a remote; without values they are the defaults.
 * @throws AppError limit_reached
 */
async function setPartSettings(db: Db, settings: PartSettings): Promise<void> {
  const all = (await partSettings(db)).filter(({ remote }) => remote !== settings.remote);
  if (Object.keys(settings.values).length > 0) all.push(settings);
  const value = JSON.stringify(all.sort((a, b) => a.remote.localeCompare(b.remote, 'en')));
  if (Buffer.byteLength(value) > maxBytes) throw new AppError('limit_reached');
  await writeSetting(db, 'part_settings', value);
}

/**
 * Compares settings with what the version in production declares.
 * @throws AppError invalid_request with a sentence about the first wrong one
 */
async function checkPartSettings(serverConfig: Config, { remote, values }: PartSettings): Promise<void> {
  const { remotes } = await readRegistry(serverConfig);
  const config = Object.hasOwn(remotes, remote) ? remotes[remote]?.current?.description?.config : {};
  const declared = (config ?? {}) as Readonly<Record<string, SettingDescription | null>>;
  for (const [name, value] of Object.entries(values)) {
    const setting = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (!setting) throw new AppError('invalid_request', `${remote} has no setting “${name}”.`);
    if (!fitsSetting(setting, value))
      throw new AppError('invalid_request', `“${setting.title}” does not take this value.`);
  }
}
