import { Registration } from './admin.ts';
import { DeviceSession } from './deviceSession.ts';
import { Id, IdParams, listOf, Nullable, nothing, route, Text, Timestamp } from './route.ts';
import { Closed, type Static, Type } from './type.ts';

export const User = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  avatar: Nullable(Type.String()),
  roles: Type.Array(Type.String()),
});
export type User = Static<typeof User>;

export const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^\\S+@\\S+$' });
/** Further rules: domain/newPassword.ts. */
const NewPassword = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description:
    '8 to 128 characters, not one of the common passwords, and not made of the name or the address of its owner',
});
export const Password = Type.String({ minLength: 1, maxLength: 200 });
/** False when the session ends with the browser session. */
export const Stay = Type.Optional(Type.Boolean());
/** `token` is a JWT access token of 15 minutes; the refresh token travels only in an httpOnly cookie. */
export const SignedIn = Type.Object({ token: Type.String(), user: User });
/** The password was correct; a code must be sent with this token to POST /auth/sign-in/code. */
const CodeAskedFor = Type.Object({
  second_factor: Type.Object({ token: Type.String(), expires_at: Timestamp }),
});

export const Profile = Type.Object({
  ...User.properties,
  time_zone: Type.String(),
  created_at: Timestamp,
  preferences: Type.Record(Type.String(), Type.Unknown()),
  /** False for accounts that use a provider only. */
  has_password: Type.Boolean(),
});
export type Profile = Static<typeof Profile>;

/** A browser from which the user has signed in for the first time. */
export const NewDevice = Type.Object({
  id: Id,
  /** The User-Agent header. */
  user_agent: Type.String(),
  first_seen_at: Timestamp,
});
export type NewDevice = Static<typeof NewDevice>;

/** Sign-in methods on offer. */
export const SignInMethods = Type.Object({
  registration: Registration,
  /** OpenID Connect provider, with the label of its button; null when not configured. */
  oidc: Nullable(Type.Object({ name: Type.String(), start: Type.String() })),
  /** Whether password reset links can be sent by mail. */
  mail: Type.Boolean(),
});
export type SignInMethods = Static<typeof SignInMethods>;

export const authRoutes = {
  'GET /auth/methods': route('visitor', 'How one signs in and who may create an account', {
    response: SignInMethods,
  }),
  'GET /auth/sessions': route(
    'user',
    'Where the reader is signed in, the last used first',
    listOf(DeviceSession),
  ),
  'GET /auth/new-devices': route(
    'user',
    'New devices that the reader has not been told of, but the one that asks',
    { response: Type.Object({ items: Type.Array(NewDevice) }) },
  ),
  'POST /auth/new-devices/seen': route('user', 'The reader has been told of these new devices', {
    body: Closed({ ids: Type.Array(Id, { maxItems: 20 }) }),
    ...nothing,
  }),
  'DELETE /auth/sessions/:id': route('user', 'Sign one device out; its access token is void at once', {
    params: IdParams,
    ...nothing,
  }),
  'POST /auth/register': route('visitor', 'Create an account and sign in', {
    body: Closed({
      email: Email,
      password: NewPassword,
      name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      time_zone: Type.Optional(Text(64)),
      /** Token of the invitation link; required when registration is by invitation. */
      invitation: Type.Optional(Text(200)),
      stay: Stay,
    }),
    status: 201,
    response: SignedIn,
  }),
  'POST /auth/login': route('visitor', 'Sign in; an account with a second factor is asked for a code next', {
    body: Closed({ email: Email, password: Password, stay: Stay }),
    response: Type.Union([SignedIn, CodeAskedFor]),
  }),
  'POST /auth/oidc/start': route(
    'visitor',
    'To the provider of OpenID Connect: where the browser goes. With an invitation, which no address may hold',
    {
      body: Closed({
        /** Path of this origin to return to. */
        next: Type.Optional(Text(500)),
        stay: Stay,
        invitation: Type.Optional(Text(200)),
      }),
      response: Type.Object({ url: Type.String() }),
    },
  ),
  'POST /auth/logout': route('visitor', 'Sign out on this device: its refresh token ends', nothing),
  'POST /auth/logout-everywhere': route(
    'user',
    'Sign out on every device, this one included; access tokens are void at once',
    { ...nothing },
  ),
  'POST /auth/refresh': route('visitor', 'A new access token, by the refresh cookie', { response: SignedIn }),
  'POST /auth/seal-key': route(
    'user',
    'The key under which a browser keeps unsent writes of this reader after a sign-out; always the same one',
    { response: Type.Object({ key: Type.String() }) },
  ),
  'GET /auth/profile': route('user', 'The reader', { response: Profile }),
  'PUT /auth/profile': route('user', 'Change the profile', {
    body: Closed({
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
      avatar: Type.Optional(
        Nullable(Type.String({ maxLength: 200_000, pattern: '^data:image/(png|jpeg|webp);base64,' })),
      ),
      time_zone: Type.Optional(Text(64)),
      preferences: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown())),
    }),
    response: Profile,
  }),
  'POST /auth/change-password': route('user', 'Change the password; every other session ends', {
    body: Closed({ currentPassword: Password, newPassword: NewPassword }),
    response: SignedIn,
  }),
  'POST /auth/reset-password': route(
    'visitor',
    'Ask for a reset link; the answer is the same whether or not the account exists',
    {
      body: Closed({ email: Email }),
      status: 202,
      response: Type.Object({ message: Type.String() }),
    },
  ),
  'POST /auth/reset-password/confirm': route('visitor', 'Set a new password by the token of a reset link', {
    body: Closed({ token: Text(200), password: NewPassword }),
    ...nothing,
  }),
  'DELETE /auth/delete-account': route(
    'user',
    'Delete the account and everything in it; without a password, its address confirms it',
    {
      body: Closed({ password: Type.Optional(Password), email: Type.Optional(Email) }),
      ...nothing,
    },
  ),
};

/** An email address to which a reader sends books. */
export const SendAddress = Type.Object({
  id: Id,
  email: Type.String(),
  /** Null until its code was entered. */
  confirmed_at: Nullable(Timestamp),
});
export type SendAddress = Static<typeof SendAddress>;

export const sendAddressRoutes = {
  'GET /auth/send-addresses': route('user', 'Where the reader sends books by mail', {
    response: Type.Object({
      items: Type.Array(SendAddress),
      /** The address that mail comes from; null when this library sends no mail. */
      from: Nullable(Type.String()),
      /** Bytes of the largest file that is sent. */
      max_bytes: Type.Integer(),
    }),
  }),
  'POST /auth/send-addresses': route('user', 'Add an address, or send it another code', {
    body: Closed({ email: Email }),
    status: 201,
    response: SendAddress,
  }),
  'POST /auth/send-addresses/:id/confirm': route('user', 'Confirm an address by the code that it got', {
    params: IdParams,
    body: Closed({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
    response: SendAddress,
  }),
  'DELETE /auth/send-addresses/:id': route('user', 'Remove an address', { params: IdParams, ...nothing }),
  'POST /books/:id/send': route('user', 'Send the file of a book to a confirmed address', {
    params: IdParams,
    body: Closed({ address_id: Id }),
    ...nothing,
  }),
};
