/** After a sign-in at a provider a code may be asked for: its token stands in the fragment, which is sent nowhere. */
export function codeTokenOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('code');
}
