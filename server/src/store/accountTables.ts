/** Accounts, sign-ins, invitations and settings. */
import type { Flag, Json, Moment } from './columnTypes.ts';

export interface UsersTable {
  id: string;
  /** Lower case, unique. */
  email: string;
  name: string;
  avatar: string | null;
  /** Empty for an account that is entered through a provider only: no password matches. */
  password_hash: string;
  roles: Json;
  time_zone: string;
  preferences: Json;
  /** For what the reader's browsers seal at sign-out, 32 bytes in base64url; null until one has asked for it. */
  seal_key: string | null;
  /** Access tokens issued before this second (Unix) are void: password changed, signed out everywhere. */
  tokens_valid_from: number;
  created_at: Moment;
  /** Since when an administrator keeps the reader out; null when nobody does. */
  suspended_at: Moment | null;
  /** Bytes that this reader may store; null where LECTERN_QUOTA_MB holds. */
  quota_bytes: number | null;
}

export interface RefreshTokensTable {
  id: string;
  user_id: string;
  /** The sign-in; ends as a whole when an old token is used again. */
  session_id: string;
  token_hash: string;
  created_at: Moment;
  expires_at: Moment;
  /** When its successor was given out; null while it is the newest. */
  rotated_at: Moment | null;
  user_agent: string;
  /** When the reader signed in; null for sign-ins from before it was kept. */
  session_started_at: Moment | null;
}

/** A browser that a reader has signed in from. */
export interface KnownDevicesTable {
  id: string;
  user_id: string;
  /** SHA-256 of the id in its cookie. */
  device_hash: string;
  user_agent: string;
  first_seen_at: Moment;
  last_seen_at: Moment;
  /** 1: its reader has yet to be told of it in the app. */
  unseen: Flag;
}

export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  expires_at: Moment;
  used_at: Moment | null;
}

/** Who somebody is to a provider of OpenID Connect. */
export interface IdentitiesTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Moment;
}

/** Links by which one may create an account; gone once used. */
export interface InvitationsTable {
  id: string;
  token_hash: string;
  /** Whom it is for, lower case; null for whoever holds it. */
  email: string | null;
  created_at: Moment;
  expires_at: Moment;
}

/** What an administrator has set while the library runs; it goes before the environment. */
export interface SettingsTable {
  name:
    | 'registration'
    | 'reindex_passages'
    | 'last_backup'
    | 'nightly_backup'
    | 'written_by'
    | 'feature_flags';
  value: string;
}
