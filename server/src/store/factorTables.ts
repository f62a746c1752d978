/** What readers sign in with beside a password: portable columns, as in schema.ts. */

export interface PasskeysTable {
  id: string;
  user_id: string;
  /** As the authenticator names it, base64url. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Signatures as the authenticator counts them; 0 for one that does not count. */
  counter: number;
  /** JSON: how the browser reaches it. */
  transports: string;
  name: string;
  /** 0 or 1: kept by a password manager on several devices. */
  synced: number;
  created_at: string;
  last_used_at: string | null;
}

export interface SecondFactorsTable {
  user_id: string;
  /** The shared secret, encrypted: auth/factors/sealedSecret.ts. */
  sealed_secret: string;
  /** Time step of the last code that was taken: no code counts twice. */
  last_step: number;
  created_at: string;
  /** Null while it is being set up. */
  enabled_at: string | null;
}

/** Codes that were not used yet. */
export interface RecoveryCodesTable {
  id: string;
  user_id: string;
  /** Argon2id. */
  code_hash: string;
}

/** What was handed to a browser and has to come back once: challenges of passkeys, sign-ins that wait for a code. */
export interface SignInChallengesTable {
  /** Of its purpose and value. */
  value_hash: string;
  /** Null for a sign-in by a passkey: who it is, the passkey says. */
  user_id: string | null;
  /** 0 for a sign-in that ends with the browser's session. */
  stay: number;
  expires_at: string;
}

/** When a sign-in was last confirmed by a password, a passkey or a code. */
export interface ConfirmationsTable {
  session_id: string;
  user_id: string;
  confirmed_at: string;
}

/** A password of one reading device or app, made by the server. */
export interface AppPasswordsTable {
  id: string;
  user_id: string;
  name: string;
  /** JSON array of AppPasswordScope. */
  scopes: string;
  /** HMAC of the secret, for Basic authentication. */
  secret_hash: string;
  /** HMAC of the MD5 of the secret, which is all that KOReader's sync protocol sends. */
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
