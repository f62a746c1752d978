/** The token for the second factor after a provider sign-in, in the URL fragment, which is never sent. */
export function codeTokenOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('code');
}
