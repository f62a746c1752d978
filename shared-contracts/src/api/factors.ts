import { Password, SignedIn, Stay } from './auth.ts';
import { Id, IdParams, Nullable, nothing, route, Text, Timestamp } from './route.ts';
import { Closed, type Static, Type } from './type.ts';

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  /** Synced between devices by a password manager. */
  synced: Type.Boolean(),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
});
export type Passkey = Static<typeof Passkey>;

/** Sign-in methods of an account. */
export const SignInFactors = Type.Object({
  /** False for accounts that use a provider only. */
  password: Type.Boolean(),
  passkeys: Type.Array(Passkey),
  /** TOTP codes asked for after the password; null when disabled. */
  second_factor: Nullable(
    Type.Object({
      enabled_at: Timestamp,
      /** Number of unused codes. */
      recovery_codes: Type.Integer(),
    }),
  ),
});
export type SignInFactors = Static<typeof SignInFactors>;

const PasskeyName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const Base64 = (most: number) => Type.String({ maxLength: most, pattern: '^[A-Za-z0-9_-]*$' });
const Credential = {
  id: Base64(1_400),
  rawId: Base64(1_400),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
};

/** Result of navigator.credentials.create(), in WebAuthn's JSON format. */
export const AttestationJson = Type.Object({
  ...Credential,
  response: Type.Object({
    clientDataJSON: Base64(8_000),
    attestationObject: Base64(40_000),
    transports: Type.Optional(Type.Array(Text(32), { maxItems: 10 })),
  }),
});
export type AttestationJson = Static<typeof AttestationJson>;

/** Result of navigator.credentials.get(), in WebAuthn's JSON format. */
export const AssertionJson = Type.Object({
  ...Credential,
  response: Type.Object({
    clientDataJSON: Base64(8_000),
    authenticatorData: Base64(8_000),
    signature: Base64(8_000),
    userHandle: Type.Optional(Base64(200)),
  }),
});
export type AssertionJson = Static<typeof AssertionJson>;

/** Options for the browser in WebAuthn's JSON format; valid for ten minutes and one use. */
const WebAuthnOptions = Type.Record(Type.String(), Type.Unknown());
/** A TOTP or recovery code. */
const Code = Type.String({ minLength: 6, maxLength: 40 });
/** Each works once; they are returned only here. */
const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

export const factorRoutes = {
  'GET /auth/factors': route('user', 'How the reader signs in: password, passkeys, second factor', {
    response: SignInFactors,
  }),
  'POST /auth/passkeys/options': route(
    'user',
    'Begin to add a passkey; wants a sign-in that was confirmed in the last ten minutes',
    { response: WebAuthnOptions },
  ),
  'POST /auth/passkeys': route('user', 'Add the passkey that the browser has made', {
    body: Closed({ name: PasskeyName, response: AttestationJson }),
    status: 201,
    response: Passkey,
  }),
  'PATCH /auth/passkeys/:id': route('user', 'Rename a passkey', {
    params: IdParams,
    body: Closed({ name: PasskeyName }),
    response: Passkey,
  }),
  'DELETE /auth/passkeys/:id': route(
    'user',
    'Remove a passkey; wants a sign-in that was confirmed in the last ten minutes',
    { params: IdParams, ...nothing },
  ),
  'POST /auth/sign-in/passkey/options': route('visitor', 'Begin to sign in by a passkey', {
    response: WebAuthnOptions,
  }),
  'POST /auth/sign-in/passkey': route(
    'visitor',
    'Sign in by a passkey; no code is asked for, as it has verified its user',
    {
      body: Closed({ response: AssertionJson, stay: Stay }),
      response: SignedIn,
    },
  ),
  'POST /auth/sign-in/code': route(
    'visitor',
    'Second step of a sign-in: the token of the first, and a code of the app or a recovery code',
    { body: Closed({ token: Text(200), code: Code }), response: SignedIn },
  ),
  'POST /auth/second-factor/setup': route(
    'user',
    'A secret for an app; it counts once a code of it is given; wants a confirmed sign-in',
    { response: Type.Object({ secret: Type.String(), uri: Type.String() }) },
  ),
  'POST /auth/second-factor': route(
    'user',
    'Turn the second factor on by the first code; the recovery codes are shown once',
    { body: Closed({ code: Code }), response: RecoveryCodes },
  ),
  'POST /auth/second-factor/recovery-codes': route(
    'user',
    'New recovery codes in the place of all others; wants a confirmed sign-in',
    { response: RecoveryCodes },
  ),
  'DELETE /auth/second-factor': route('user', 'Turn the second factor off; wants a confirmed sign-in', {
    ...nothing,
  }),
  'POST /auth/confirm/passkey/options': route('user', 'Begin to confirm a sign-in by a passkey', {
    response: WebAuthnOptions,
  }),
  'POST /auth/confirm': route(
    'user',
    'Confirm for ten minutes who is at this sign-in: by the password, a code or a passkey',
    {
      body: Closed({
        password: Type.Optional(Password),
        code: Type.Optional(Code),
        passkey: Type.Optional(AssertionJson),
      }),
      ...nothing,
    },
  ),
};
