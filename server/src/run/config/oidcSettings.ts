import { StartError } from '../common/errors.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  /** Label of the sign-in button. */
  name: string;
  /** Allows a provider in a private network; only its own origin is exempt from the SSRF guard. */
  private: boolean;
}

/**
 * Reads OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME and OIDC_PRIVATE; null without an issuer. Throws
 * an Error for the operator.
 */
export function oidcSettings(env: Readonly<Record<string, string | undefined>>): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET, OIDC_NAME } = env;
  if (!issuer) return null;
  const isPrivate = env.OIDC_PRIVATE === '1';
  const allowed = isPrivate ? /^https?:\/\// : /^https:\/\//;
  if (!URL.canParse(issuer) || !allowed.test(issuer))
    throw new StartError(
      `OIDC_ISSUER must be an address such as https://accounts.example.org, not '${issuer}'. For a provider in your own network set OIDC_PRIVATE=1.`,
    );
  if (!clientId) throw new StartError('OIDC_CLIENT_ID must be given with OIDC_ISSUER.');
  return {
    issuer,
    clientId,
    clientSecret: OIDC_CLIENT_SECRET || null,
    name: OIDC_NAME || new URL(issuer).hostname,
    private: isPrivate,
  };
}
