/** Accounts, sessions, invitations and settings. */
import type { Flag, Json, Moment } from './columnTypes.ts';

export interface UsersTable {
  id: string;
  /** Lower case, unique. */
  email: string;
  name: string;
  avatar: string | null;
  /** Empty for accounts that use a provider only: no password matches. */
  password_hash: string;
  roles: Json;
  time_zone: string;
  preferences: Json;
  /** Key for data that browsers seal at sign-out, 32 bytes in base64url; null until requested. */
  seal_key: string | null;
  /**
   * Access tokens issued before this second (Unix) are invalid: the password was changed, or the user signed out
   * everywhere.
   */
  tokens_valid_from: number;
  created_at: Moment;
  /** When an administrator suspended the user; null when not suspended. */
  suspended_at: Moment | null;
  /** The user's quota in bytes; null for LECTERN_QUOTA_MB. */
  quota_bytes: number | null;
}

export interface RefreshTokensTable {
  id: string;
  user_id: string;
  /** The session; it ends when an old token is used again. */
  session_id: string;
  token_hash: string;
  created_at: Moment;
  expires_at: Moment;
  /** When its successor was issued; null for the latest token. */
  rotated_at: Moment | null;
  user_agent: string;
  /** When the user signed in; null for old sessions. */
  session_started_at: Moment | null;
}

/** A browser that the user has signed in from. */
export interface KnownDevicesTable {
  id: string;
  user_id: string;
  /** SHA-256 of the id in its cookie. */
  device_hash: string;
  user_agent: string;
  first_seen_at: Moment;
  last_seen_at: Moment;
  /** 1 until the user has seen it in the app. */
  unseen: Flag;
}

export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  expires_at: Moment;
  used_at: Moment | null;
}

/** The user's identity at an OpenID Connect provider. */
export interface IdentitiesTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Moment;
}

/** Unused invitations. */
export interface InvitationsTable {
  id: string;
  token_hash: string;
  /** Email address that it is for, lower case; null for anyone. */
  email: string | null;
  created_at: Moment;
  expires_at: Moment;
}

/** Settings changed by administrators; they override the environment. */
export interface SettingsTable {
  name:
    | 'registration'
    | 'reindex_passages'
    | `hold_deletes_until${string}`
    | 'last_backup'
    | 'nightly_backup'
    | 'written_by'
    | 'feature_flags';
  value: string;
}

export interface AccountTables {
  users: UsersTable;
  refresh_tokens: RefreshTokensTable;
  known_devices: KnownDevicesTable;
  password_resets: PasswordResetsTable;
  identities: IdentitiesTable;
  invitations: InvitationsTable;
  settings: SettingsTable;
}
