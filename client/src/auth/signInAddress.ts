import type { Translate } from '@lectern/shared-contracts/contract/host.ts';

/**
 * The error of a failed provider sign-in, which the server puts in the URL fragment.
 * @returns null when the fragment has no such error
 */
export function providerFailure(hash: string, t: Translate): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('sign-in-failed');
  if (code === null) return null;
  switch (code) {
    case 'invitation_needed':
      return t('New readers need an invitation here. Ask the person who runs this library for a link.');
    case 'email_taken':
      return t('There is already an account with this email address. Sign in with its password.');
    case 'email_needed':
      return t('The provider didn’t share your email address, which an account needs.');
    case 'provider_unreachable':
      return t('The sign-in provider cannot be reached. Please try again in a moment.');
    default:
      return t('The sign-in at the provider did not work. Please try again.');
  }
}

/** The token for the second factor after a provider sign-in, in the URL fragment, which is never sent. */
export function codeTokenOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('code');
}

/** The invitation token in the URL fragment, which browsers never send and servers never log. */
export function invitationOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('invitation');
}
