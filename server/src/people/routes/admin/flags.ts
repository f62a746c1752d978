import type { FlagRule, flagRoutes } from '@lectern/shared-contracts/api/remotes.ts';
import { inCanary } from '@lectern/shared-contracts/contract/canary.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Db } from '../../../store/db.ts';
import { readList, writeSetting } from '../../../store/settings.ts';
import { checkPartSettings, partSettings, setPartSettings } from './partSettings.ts';

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

const settingName = 'feature_flags';
/** More than remotes will ever declare. */
const maxFlags = 500;

/** All rules, by name of the flag. */
const flagRules = (db: Db): Promise<FlagRule[]> => readList(db, settingName);

/** @throws AppError limit_reached */
async function setFlagRule(db: Db, rule: FlagRule): Promise<void> {
  const others = (await flagRules(db)).filter(({ flag }) => flag !== rule.flag);
  if (others.length >= maxFlags) throw new AppError('limit_reached');
  const value = JSON.stringify([...others, rule].sort((a, b) => a.flag.localeCompare(b.flag, 'en')));
  await writeSetting(db, settingName, value);
}

/** Names of the flags that are on for a user. */
async function flagsOf(db: Db, reader: { id: string; isAdmin: boolean }): Promise<string[]> {
  const isOn = ({ flag, on, share }: FlagRule): boolean => {
    if (on === 'share') return inCanary(flag, reader.id, share);
    return on === 'everybody' || (on === 'administrators' && reader.isAdmin);
  };
  return (await flagRules(db)).filter(isOn).map(({ flag }) => flag);
}
