/** The invitation token in the URL fragment, which browsers never send and servers never log. */
export function invitationOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('invitation');
}
