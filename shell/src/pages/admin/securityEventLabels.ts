import { text } from '@lectern/shared-contracts/domain/text.ts';

/** Labels of the security events, in the order of the filter. */
export const securityEventLabels: Record<string, string> = {
  authn_login_success: text('Signed in'),
  authn_login_fail: text('Sign-in failed'),
  authn_logout: text('Signed out'),
  session_ended: text('Sign-in ended'),
  authn_new_device: text('New device'),
  authn_factor_change: text('Way to sign in changed'),
  authn_password_change: text('Password changed'),
  authn_password_reset_request: text('Password reset requested'),
  authn_password_reset_fail: text('Password reset failed'),
  excess_rate_limit_exceeded: text('Too many requests'),
  authz_fail: text('Access refused'),
  authz_admin: text('Changed by an administrator'),
  privilege_permissions_changed: text('Role changed'),
  user_created: text('Account created'),
  user_deleted: text('Account deleted'),
  data_export: text('Data exported'),
};
