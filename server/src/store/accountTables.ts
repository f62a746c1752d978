/** Accounts, ways to sign in, sessions, invitations and settings. */
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
    | 'last_drill'
    | 'written_by'
    | 'history_triggers'
    | 'feature_flags'
    | 'part_settings'
    | 'part_states'
    | 'fill_orders';
  value: string;
}

/** An email address to which the user sends books. */
export interface SendAddressesTable {
  id: string;
  user_id: string;
  /** Lower case. */
  email: string;
  /** HMAC of the code that confirms it; null once it is confirmed. */
  code_hash: string | null;
  code_ends_at: Moment | null;
  confirmed_at: Moment | null;
  created_at: Moment;
}

export interface AccountTables {
  send_addresses: SendAddressesTable;
  users: UsersTable;
  refresh_tokens: RefreshTokensTable;
  known_devices: KnownDevicesTable;
  password_resets: PasswordResetsTable;
  identities: IdentitiesTable;
  invitations: InvitationsTable;
  settings: SettingsTable;
}

/** Sign-in methods other than a password. */

export interface PasskeysTable {
  id: string;
  user_id: string;
  /** The authenticator's id, base64url. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Signature counter of the authenticator; 0 when it has none. */
  counter: number;
  /** Transports, as JSON. */
  transports: string;
  name: string;
  /** 0 or 1: synced between devices by a password manager. */
  synced: number;
  created_at: string;
  last_used_at: string | null;
}

interface SecondFactorsTable {
  user_id: string;
  /** The encrypted TOTP secret: people/auth/factors/secondFactor.ts. */
  sealed_secret: string;
  /** Time step of the last accepted code, since codes work once. */
  last_step: number;
  created_at: string;
  /** Null during setup. */
  enabled_at: string | null;
}

/** Unused recovery codes. */
interface RecoveryCodesTable {
  id: string;
  user_id: string;
  /** Argon2id. */
  code_hash: string;
}

/** Single-use challenges: of passkeys, and of sign-ins that wait for a code. */
interface SignInChallengesTable {
  /** Hash of purpose and value. */
  value_hash: string;
  /** Null when signing in with a passkey, which identifies the user. */
  user_id: string | null;
  /** 0 when the session ends with the browser session. */
  stay: number;
  expires_at: string;
}

/** When a session was last confirmed by password, passkey or code. */
interface ConfirmationsTable {
  session_id: string;
  user_id: string;
  confirmed_at: string;
}

/** A generated password of one device or app. */
export interface AppPasswordsTable {
  id: string;
  user_id: string;
  name: string;
  /** JSON array of AppPasswordScope. */
  scopes: string;
  /** HMAC of the secret, for Basic authentication. */
  secret_hash: string;
  /** HMAC of the MD5 of the secret, for KOReader's sync protocol, which sends only the MD5. */
  sync_key_hash: string;
  created_at: string;
  last_used_at: string | null;
}

export interface FactorTables {
  app_passwords: AppPasswordsTable;
  passkeys: PasskeysTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_challenges: SignInChallengesTable;
  confirmations: ConfirmationsTable;
}
