/**
 * The kinds of events in the security log, named after the OWASP Logging Vocabulary, each with its details. Details
 * never hold a secret (password, token, code), nor what somebody typed into a field.
 */

/** How somebody signed in, or tried to. */
export type SignInMethod = 'password' | 'passkey' | 'provider' | 'registration' | 'app_password';

export interface SecurityEventDetails {
  authn_login_success: { method: SignInMethod };
  authn_login_fail: {
    method: SignInMethod;
    reason: 'unknown_account' | 'wrong_password' | 'wrong_code' | 'wrong_passkey' | 'provider_refused';
    /** pseudonym() of the attempted address when it has no account. */
    account_hash?: string;
  };
  authn_logout: Record<never, never>;
  /** Sessions that ended other than by signing out. */
  session_ended: {
    reason:
      | 'by_reader'
      | 'by_administrator'
      | 'by_command_line'
      | 'everywhere'
      | 'provider_joined'
      | 'token_reused';
    /** Number of sessions; absent for one. */
    sessions?: number;
  };
  authn_new_device: { method: SignInMethod };
  authn_factor_change: {
    factor: 'password' | 'passkey' | 'totp' | 'recovery_codes' | 'provider' | 'app_password';
    change: 'added' | 'removed' | 'renamed' | 'used';
  };
  authn_password_change: { by: 'reader' | 'reset_link' };
  authn_password_reset_request: {
    by: 'reader' | 'administrator' | 'command_line';
    account_hash?: string;
  };
  /** A password reset link was unknown, expired or used. */
  authn_password_reset_fail: Record<never, never>;
  excess_rate_limit_exceeded: { route: string };
  /** A request was answered with 403. */
  authz_fail: { route: string; code: string };
  /** An administrator changed something. */
  authz_admin: {
    action:
      | 'registration_changed'
      | 'flag_changed'
      | 'part_settings_changed'
      | 'fills_ordered'
      | 'part_disabled'
      | 'part_rolled_back'
      | 'part_promoted'
      | 'part_as_deployed'
      | 'remote_link_created'
      | 'invitation_created'
      | 'invitation_revoked'
      | 'report_deleted'
      | 'security_log_exported'
      | 'account_suspended'
      | 'suspension_ended'
      | 'quota_changed'
      | 'drill_started';
    value?: string;
  };
  privilege_permissions_changed: {
    role: 'admin';
    change: 'granted' | 'revoked';
    by: 'administrator' | 'command_line';
  };
  user_created: { method: SignInMethod };
  user_deleted: { by: 'reader' | 'administrator' };
  data_export: { files: boolean };
  /** An address to which the reader sends books. */
  send_address_change: { change: 'added' | 'confirmed' | 'removed' };
  book_sent: { bytes: number };
}

export type SecurityEventKind = keyof SecurityEventDetails;

/**
 * All kinds of events: the log message, and whether strangers can cause them at will. Those have a separate share of
 * the stored rows, so that a flood of them never displaces others.
 */
export const securityEventKinds: Record<SecurityEventKind, { message: string; byStrangers: boolean }> = {
  authn_login_success: { message: 'signed in', byStrangers: false },
  authn_login_fail: { message: 'sign-in failed', byStrangers: true },
  authn_logout: { message: 'signed out', byStrangers: false },
  session_ended: { message: 'sign-in ended', byStrangers: false },
  authn_new_device: { message: 'signed in on a new device', byStrangers: false },
  authn_factor_change: { message: 'sign-in factor changed', byStrangers: false },
  authn_password_change: { message: 'password changed', byStrangers: false },
  authn_password_reset_request: { message: 'password reset requested', byStrangers: true },
  authn_password_reset_fail: { message: 'password reset failed', byStrangers: true },
  excess_rate_limit_exceeded: { message: 'rate limit exceeded', byStrangers: true },
  authz_fail: { message: 'request refused', byStrangers: true },
  authz_admin: { message: 'changed by an administrator', byStrangers: false },
  privilege_permissions_changed: { message: 'role changed', byStrangers: false },
  user_created: { message: 'account created', byStrangers: false },
  user_deleted: { message: 'account deleted', byStrangers: false },
  data_export: { message: 'data exported', byStrangers: false },
  send_address_change: { message: 'address for books changed', byStrangers: false },
  book_sent: { message: 'book sent by mail', byStrangers: false },
};
