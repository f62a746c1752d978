/** The token of the link one was invited by; it stands in the fragment, which no browser sends and no log holds. */
export function invitationOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('invitation');
}
