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

export interface SecondFactorsTable {
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
export interface RecoveryCodesTable {
  id: string;
  user_id: string;
  /** Argon2id. */
  code_hash: string;
}

/** Single-use challenges: of passkeys, and of sign-ins that wait for a code. */
export interface SignInChallengesTable {
  /** Hash of purpose and value. */
  value_hash: string;
  /** Null when signing in with a passkey, which identifies the user. */
  user_id: string | null;
  /** 0 when the session ends with the browser session. */
  stay: number;
  expires_at: string;
}

/** When a session was last confirmed by password, passkey or code. */
export interface ConfirmationsTable {
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
