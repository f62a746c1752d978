import { createHmac, randomUUID } from 'node:crypto';
import type { SendAddress, sendAddressRoutes } from '@lectern/shared-contracts/api/auth.ts';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { authLimits } from '../../../http/rateLimits/authLimits.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Config } from '../../../run/config/config.ts';
import type { SendAddressesTable } from '../../../store/accountTables.ts';
import { requireRoom } from '../../../store/bounds.ts';
import type { Db } from '../../../store/db.ts';
import { ownRow, removeOwn } from '../../../store/ownRows.ts';
import { legibleSecret } from '../../auth/credentials/passwords.ts';
import { canonicalEmail } from '../../auth/users.ts';
import { mailTexts, sendCodeEmail } from '../../mail/emailTemplates.ts';
import { mailFailure } from '../../mail/mailer.ts';

/** 8 characters of 31 are 39 bits; they work for an hour, and ten tries are free. */
const codeLength = 8;
const codeMs = 3_600_000;

const asSendAddress = ({ id, email, confirmed_at }: SendAddressesTable): SendAddress => ({
  id,
  email,
  confirmed_at,
});

const hashOf = ({ secret }: Pick<Config, 'secret'>, id: string, code: string) =>
  createHmac('sha256', secret).update(`send address\n${id}\n${code}`).digest('hex');

async function addressesOf(db: Db, userId: string) {
  const rows = db.selectFrom('send_addresses').selectAll().where('user_id', '=', userId);
  return rows.orderBy('created_at').orderBy('id').execute();
}

export const sendAddressHandlers: RouteHandlers<
  Exclude<keyof typeof sendAddressRoutes, 'POST /books/:id/send'>
> = {
  'GET /auth/send-addresses': async ({ db, services, user }) => ({
    items: (await addressesOf(db, user.id)).map(asSendAddress),
    from: services.mail?.from ?? null,
    max_bytes: limits.mailedFile,
  }),

  'POST /auth/send-addresses': {
    untransacted: true,
    async handle({ db, services, user, request, body, commit, record }) {
      const { mail, config } = services;
      if (mail === null) throw new AppError('mail_unavailable');
      const email = canonicalEmail(body.email);
      const known = (await addressesOf(db, user.id)).find((row) => row.email === email);
      if (known?.confirmed_at) return asSendAddress(known);
      if (known === undefined) await requireRoom(db, user.id, 'send_addresses');
      await services.limits.hit('send-codes', user.id, authLimits.sendCodes);
      await services.limits.hit('send-codes-to', email, authLimits.sendCodesToAddress);
      const code = legibleSecret(codeLength);
      await mail.send(sendCodeEmail(mailTexts(request), email, code)).catch(mailFailure);
      const now = services.now();
      const id = known?.id ?? randomUUID();
      const hash = {
        code_hash: hashOf(config, id, code),
        code_ends_at: new Date(now.getTime() + codeMs).toISOString(),
      };
      const added = await commit(async (within) => {
        if (known === undefined) await requireRoom(within, user.id, 'send_addresses');
        const row = { id, user_id: user.id, email, ...hash, confirmed_at: null };
        const stored = await within
          .insertInto('send_addresses')
          .values({ ...row, created_at: now.toISOString() })
          .onConflict((conflict) => conflict.columns(['user_id', 'email']).doUpdateSet({ id, ...hash }))
          .returningAll()
          .executeTakeFirstOrThrow();
        return asSendAddress(stored);
      });
      if (known === undefined) record('send_address_change', user.id, { change: 'added' });
      return added;
    },
  },

  'POST /auth/send-addresses/:id/confirm': {
    untransacted: true,
    async handle({ db, services, user, params, body, commit, record }) {
      await ownRow(db, 'send_addresses', user.id, params.id);
      await services.limits.hit('send-code-tries', user.id, authLimits.sendCodeTries);
      const now = services.now().toISOString();
      const code = body.code.trim().toLowerCase();
      const answer = await commit(async (within) => {
        const confirmed = await within
          .updateTable('send_addresses')
          .set({ confirmed_at: now, code_hash: null, code_ends_at: null })
          .where('id', '=', params.id)
          .where('user_id', '=', user.id)
          .where('code_hash', '=', hashOf(services.config, params.id, code))
          .where('code_ends_at', '>', now)
          .returningAll()
          .executeTakeFirst();
        if (confirmed === undefined) throw new AppError('wrong_code');
        return asSendAddress(confirmed);
      });
      record('send_address_change', user.id, { change: 'confirmed' });
      return answer;
    },
  },

  'DELETE /auth/send-addresses/:id': async ({ db, user, params, record }) => {
    if (!(await removeOwn(db, 'send_addresses', user.id, params.id))) throw new AppError('not_found');
    record('send_address_change', user.id, { change: 'removed' });
    return null;
  },
};
