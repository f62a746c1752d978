/** What administrators see and do: the library as a whole, never what users read or write. */

import { DeviceSession } from './deviceSession.ts';
import { LastDrill } from './drill.ts';
import {
  Id,
  IdParams,
  listOf,
  NextCursor,
  Nullable,
  nothing,
  pageQuery,
  route,
  Text,
  Timestamp,
} from './route.ts';
import { Closed, OneOf, type Static, Type } from './type.ts';

/** 'open': anyone may register. 'invited': an invitation is required. */
export const Registration = OneOf('open', 'invited');
export type Registration = Static<typeof Registration>;

const Count = Type.Integer({ minimum: 0 });

/** Problems that the operator should fix. */
export const OperatorWarning = Type.Union([
  /** Requests come through a proxy, but LECTERN_TRUST_PROXY is not set. */
  Type.Literal('untrusted_proxy'),
  /** Other users of the machine can read the data folder. */
  Type.Literal('readable_data_folder'),
  /** The database is damaged. */
  Type.Literal('database_damaged'),
  /** Less than two gigabytes are free on the disk of the data folder. */
  Type.Literal('disk_low'),
  /** No backup in the last eight days. */
  Type.Literal('backup_old'),
  /** The last nightly backup failed. */
  Type.Literal('backup_failed'),
  /** The last backup could not be restored, or lacks something. */
  Type.Literal('drill_failed'),
  /** The last backup found missing or changed book files. */
  Type.Literal('files_missing'),
  /** An upload has waited for more than an hour. */
  Type.Literal('uploads_waiting'),
]);
export type OperatorWarning = Static<typeof OperatorWarning>;

/** Result of the last backup. */
export const LastBackup = Type.Object({
  at: Timestamp,
  /** When the last complete backup was made; null when there is none. */
  ok_at: Nullable(Timestamp),
  /** Reason for its failure; null when it succeeded. */
  error: Nullable(Type.String()),
  /** Missing or changed book files. */
  faults: Count,
});
export type LastBackup = Static<typeof LastBackup>;

export const Overview = Type.Object({
  version: Type.String(),
  /** Database engine. */
  engine: OneOf('sqlite', 'postgres'),
  users: Count,
  books: Count,
  /** Total bytes of uploaded books. */
  bytes: Count,
  /** Free bytes on the disk of the data folder; null when unknown. */
  free: Nullable(Count),
  /** Size of the database in bytes; null when unknown. */
  database_bytes: Nullable(Count),
  /** Null when there is none. */
  last_backup: Nullable(LastBackup),
  /** The last test restore; null when there was none. */
  last_drill: Nullable(LastDrill),
  /** Whether nightly backups are enabled. */
  nightly_backups: Type.Boolean(),
  registration: Registration,
  /** Whether mail is configured. */
  mail: Type.Boolean(),
  warnings: Type.Array(OperatorWarning),
});
export type Overview = Static<typeof Overview>;

export const Account = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  roles: Type.Array(Type.String()),
  created_at: Timestamp,
  /** When a device of the user last refreshed its token; null when signed out everywhere. */
  last_seen: Nullable(Timestamp),
  books: Count,
  bytes: Count,
  /** When the user was suspended; null when not suspended. */
  suspended_at: Nullable(Timestamp),
  /** The user's own quota in bytes; null for the default. */
  quota_bytes: Nullable(Count),
});
export type Account = Static<typeof Account>;

export const Job = Type.Object({
  id: Id,
  state: OneOf('receiving', 'queued', 'ingesting', 'refused'),
  size: Count,
  attempts: Count,
  /** The error message that the user got. */
  error: Nullable(Type.String()),
  updated_at: Timestamp,
});
export type Job = Static<typeof Job>;

export const Report = Type.Object({
  id: Id,
  kind: OneOf('problem', 'contact'),
  created_at: Timestamp,
  /** For a problem: version, route, error, area. For a message: name, email, message. */
  body: Type.Record(Type.String(), Type.String()),
});
export type Report = Static<typeof Report>;

export const VitalSummary = Type.Object({
  name: Type.String(),
  route: Type.String(),
  count: Count,
  /** 75th percentile: milliseconds, or the score for CLS. */
  p75: Type.Number(),
  good: Count,
  poor: Count,
});
export type VitalSummary = Static<typeof VitalSummary>;

export const Invitation = Type.Object({
  id: Id,
  /** Email address that it is for; null for anyone. */
  email: Nullable(Type.String()),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type Invitation = Static<typeof Invitation>;

/** An entry of the security log. */
export const SecurityEvent = Type.Object({
  id: Id,
  at: Timestamp,
  /** Follows the OWASP Logging Vocabulary, such as 'authn_login_fail'. */
  kind: Type.String(),
  /** The account concerned, and the actor if it is another one; the name is null for a deleted account. */
  account: Nullable(Type.Object({ id: Type.String(), name: Nullable(Type.String()) })),
  actor: Nullable(Type.Object({ id: Type.String(), name: Nullable(Type.String()) })),
  address: Nullable(Type.String()),
  user_agent: Nullable(Type.String()),
  details: Type.Record(Type.String(), Type.Unknown()),
  /** Greater than 1 for suppressed events that were only counted. */
  count: Count,
});
export type SecurityEvent = Static<typeof SecurityEvent>;

const Page = Type.Object({
  ...pageQuery({ usual: 50, most: 200 }),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
});
/** A link with a secret in its fragment, shown once. */
const Link = Type.Object({ url: Type.String(), expires_at: Timestamp });

export const adminRoutes = {
  'GET /admin/overview': route('admin', 'The library as a whole, for an administrator', {
    response: Overview,
  }),
  'PUT /admin/settings': route('admin', 'Who may create an account', {
    body: Closed({ registration: Registration }),
    ...nothing,
  }),
  'GET /admin/users': route('admin', 'All accounts with their storage, oldest first', {
    query: Page,
    response: Type.Object({ items: Type.Array(Account), total: Count, next_cursor: NextCursor }),
  }),
  'PATCH /admin/users/:id': route(
    'admin',
    'Make an account an administrator’s or not (the last one stays), keep its reader out, set its quota',
    {
      params: IdParams,
      body: Type.Object(
        {
          admin: Type.Optional(Type.Boolean()),
          /** Signs the user out and refuses devices; the data stays. Not for administrators. */
          suspended: Type.Optional(Type.Boolean()),
          /** In bytes; null for the default. */
          quota_bytes: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1e15 }))),
        },
        { additionalProperties: false, minProperties: 1 },
      ),
      ...nothing,
    },
  ),
  'DELETE /admin/users/:id': route('admin', 'Delete another account and everything in it', {
    params: IdParams,
    ...nothing,
  }),
  'GET /admin/users/:id/sessions': route('admin', 'Where a reader is signed in, the last used first', {
    params: IdParams,
    ...listOf(DeviceSession),
  }),
  'DELETE /admin/users/:id/sessions/:sessionId': route(
    'admin',
    'Sign a reader out on one device; its access token is void at once',
    { params: Type.Object({ id: Id, sessionId: Id }), ...nothing },
  ),
  'DELETE /admin/users/:id/sessions': route('admin', 'Sign a reader out everywhere', {
    params: IdParams,
    ...nothing,
  }),
  'POST /admin/users/:id/reset-link': route(
    'admin',
    'A link by which the reader sets a new password: good for an hour and one use',
    { params: IdParams, status: 201, response: Link },
  ),
  'GET /admin/invitations': route('admin', 'Invitations that can still be used', listOf(Invitation)),
  'POST /admin/invitations': route(
    'admin',
    'Invite somebody: a link, which is sent to the address where mail is set up',
    {
      body: Closed({
        email: Type.Optional(Type.String({ minLength: 3, maxLength: 254, pattern: '^\\S+@\\S+$' })),
      }),
      status: 201,
      response: Type.Object({ invitation: Invitation, url: Type.String(), mailed: Type.Boolean() }),
    },
  ),
  'DELETE /admin/invitations/:id': route('admin', 'Take an invitation back', {
    params: IdParams,
    ...nothing,
  }),
  'GET /admin/jobs': route(
    'admin',
    'Uploads that are under way, and the last that were refused; without their names',
    {
      query: Type.Object(pageQuery({ usual: 50, most: 200 })),
      response: Type.Object({
        counts: Type.Record(Type.String(), Count),
        items: Type.Array(Job),
        next_cursor: NextCursor,
      }),
    },
  ),
  'GET /admin/reports': route('admin', 'Problems and messages that were sent in, newest first', {
    query: Page,
    response: Type.Object({ items: Type.Array(Report), total: Count, next_cursor: NextCursor }),
  }),
  'DELETE /admin/reports/:id': route('admin', 'Done with a report', { params: IdParams, ...nothing }),
  'GET /admin/security-events': route('admin', 'The security log, newest first, in pages', {
    query: Type.Object({
      kind: Type.Optional(Text(60)),
      /** `next_cursor` of the previous page. */
      cursor: Type.Optional(Text(100)),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    response: Type.Object({ items: Type.Array(SecurityEvent), next_cursor: Nullable(Type.String()) }),
  }),
  'GET /admin/security-events/export': route(
    'admin',
    'The whole security log as lines of JSON, newest first',
    { stream: true, response: SecurityEvent },
  ),
  'GET /admin/vitals': route(
    'admin',
    'How fast pages were in the last 28 days, of readers who allow it, by measure and route',
    {
      response: Type.Object({ days: Count, visits: Count, items: Type.Array(VitalSummary) }),
    },
  ),
};
