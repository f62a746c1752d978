import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { type GuardOptions, guardedFetch } from '../../../run/common/guardedFetch.ts';
import type { OidcSettings } from '../../../run/config/serviceSettings.ts';

/** State that the browser keeps and that must match the provider's answer. */
export interface OidcAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** The user as the provider describes them. */
export interface OidcPerson {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

const configurationAge = 3_600_000;
/** Characters of a subject (OpenID Connect Core, 2). */
const maxSubject = 255;

/** As for a registration (shared-contracts/src/api/auth.ts). */
const isEmail = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 254 && /^\S+@\S+$/.test(text);

/**
 * OIDC sign-in with one provider: code flow with PKCE, state, nonce and a signed ID token. Requests go through the
 * SSRF guard.
 */
export function oidcClient(settings: OidcSettings, now: () => Date, lookup?: GuardOptions['lookup']) {
  const trusted = settings.private ? { trustedOrigin: new URL(settings.issuer).origin } : {};
  const guarded = guardedFetch({ ...trusted, ...(lookup ? { lookup } : {}) });
  let cached: { since: number; configuration: Promise<Configuration> } | null = null;

  function configuration(): Promise<Configuration> {
    const since = now().getTime();
    if (cached && since - cached.since < configurationAge) return cached.configuration;
    const pending = discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret ?? undefined,
      settings.clientSecret === null ? None() : undefined,
      {
        [customFetch]: guarded,
        // Verify the signature of the ID token, instead of relying on TLS alone.
        execute: [enableNonRepudiationChecks, ...(settings.private ? [allowInsecureRequests] : [])],
      },
    );
    cached = { since, configuration: pending };
    // Do not cache a failure.
    pending.catch(() => {
      cached = null;
    });
    return pending;
  }

  return {
    name: settings.name,
    /** The URL to redirect to, and the state to keep. */
    async begin(redirectUri: string) {
      const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      });
      return { url: url.href, attempt };
    },
    /** @param answer the URL that the provider redirected to. Rejects when it does not match the attempt. */
    async complete(answer: URL, { state, nonce, verifier }: OidcAttempt): Promise<OidcPerson> {
      const provider = await configuration();
      const tokens = await authorizationCodeGrant(provider, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      if (claims.sub === '' || claims.sub.length > maxSubject)
        throw new Error('The provider sent an invalid subject.');
      const userInfo =
        typeof claims.email === 'string'
          ? claims
          : await fetchUserInfo(provider, tokens.access_token, claims.sub);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: isEmail(userInfo.email) ? userInfo.email : null,
        emailVerified: userInfo.email_verified === true,
        name: (typeof userInfo.name === 'string' && userInfo.name.trim()) || null,
      };
    },
  };
}

export type OidcClient = ReturnType<typeof oidcClient>;
