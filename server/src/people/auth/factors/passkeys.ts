import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { AssertionJson, AttestationJson, Passkey } from '@lectern/shared-contracts/api/factors.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { ownOriginOf } from '../../../http/routing/ownOrigin.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Config } from '../../../run/config/config.ts';
import type { PasskeysTable } from '../../../store/accountTables.ts';
import type { Db } from '../../../store/db.ts';
import { addOnce, changeRows, findRow } from '../../../store/rows.ts';

/** Per account. */
const maxPasskeys = 20;

/** EdDSA, ES256 and RS256: every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257];

/** Loaded when a passkey is first used. */
const webauthn = () => import('@simplewebauthn/server');

type Row = PasskeysTable;

const asPasskey = ({ id, name, synced, created_at, last_used_at }: Row): Passkey => ({
  id,
  name,
  synced: synced === 1,
  created_at,
  last_used_at,
});

async function rowsOf(db: Db, userId: string): Promise<Row[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function passkeysOf(db: Db, userId: string): Promise<Passkey[]> {
  return (await rowsOf(db, userId)).map(asPasskey);
}

/**
 * Options for a browser to create a passkey. The caller stores their `challenge`.
 * @throws AppError too_many_passkeys
 */
export async function registrationOptions(
  db: Db,
  party: RelyingParty,
  user: { id: string; name: string; email: string },
) {
  const existing = await rowsOf(db, user.id);
  if (existing.length >= maxPasskeys) throw new AppError('too_many_passkeys');
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: 'Lectern',
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: JSON.parse(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Options for a browser to use a passkey, of the given user if any. The caller stores their `challenge`. */
export async function authenticationOptions(db: Db, party: RelyingParty, userId: string | null) {
  const existing = userId === null ? [] : await rowsOf(db, userId);
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    allowCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: JSON.parse(transports),
    })),
  });
}

/** The challenge that an authenticator signed; empty when it cannot be read. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof data === 'object' && data !== null && 'challenge' in data ? String(data.challenge) : '';
  } catch {
    return '';
  }
}

/**
 * Adds the passkey that an authenticator created for our challenge.
 * @throws AppError passkey_refused, passkey_known
 */
export async function addPasskey(
  db: Db,
  party: RelyingParty,
  { userId, name, response, now }: { userId: string; name: string; response: AttestationJson; now: Date },
): Promise<Passkey> {
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challengeIn(response.response.clientDataJSON),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!verified?.verified) throw new AppError('passkey_refused');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const row: Row = {
    id: randomUUID(),
    user_id: userId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(response.response.transports ?? []),
    name,
    synced: credentialBackedUp ? 1 : 0,
    created_at: now.toISOString(),
    last_used_at: null,
  };
  if ((await rowsOf(db, userId)).length >= maxPasskeys) throw new AppError('too_many_passkeys');
  if ((await addOnce(db, 'passkeys', row, ['credential_id'])) === 0) throw new AppError('passkey_known');
  return asPasskey(row);
}

/**
 * Verifies a signed challenge and its counter, and returns the passkey's owner.
 * @throws AppError passkey_refused
 */
export async function verifyPasskey(
  db: Db,
  party: RelyingParty,
  response: AssertionJson,
  now: Date,
): Promise<string> {
  const row = await findRow(db, 'passkeys', { credential_id: response.id });
  const { userHandle } = response.response;
  if (row === undefined) throw new AppError('passkey_refused');
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== row.user_id)
    throw new AppError('passkey_refused');
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challengeIn(response.response.clientDataJSON),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      // PostgreSQL returns bigint as text.
      counter: Number(row.counter),
      transports: JSON.parse(row.transports),
    },
  }).catch(() => null);
  if (!verified?.verified) throw new AppError('passkey_refused');
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  if (
    (await changeRows(
      db,
      'passkeys',
      { id: row.id, counter: row.counter },
      { counter: newCounter, synced: credentialBackedUp ? 1 : 0, last_used_at: now.toISOString() },
    )) === 0
  )
    throw new AppError('passkey_refused');
  return row.user_id;
}

/** @returns the renamed passkey; null when the user has no such passkey */
export async function renamePasskey(
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<Passkey | null> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ? asPasskey(row) : null;
}

interface RelyingParty {
  /** The host name that passkeys are bound to. */
  id: string;
  origin: string;
}

/**
 * The relying party of WebAuthn: LECTERN_ORIGIN, else the origin of this request.
 * @throws AppError passkeys_unavailable unless it is a host name on https or localhost, as browsers require
 */
export function relyingPartyOf(request: FastifyRequest, config: Pick<Config, 'origin'>): RelyingParty {
  const origin = ownOriginOf(request, config);
  const { hostname, protocol } = new URL(origin);
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  const numeric = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  if (numeric || (protocol !== 'https:' && !local)) throw new AppError('passkeys_unavailable');
  return { id: hostname, origin };
}
