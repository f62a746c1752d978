/**
 * Whether a user gets a canary version. Deterministic by user, on every device, and monotonic: users keep the new
 * version while the share grows.
 * @param remote name of the remote, so that each remote selects other users
 * @param who stable id of the account; null is never selected
 * @param share of the users, 0 to 1
 */
export function inCanary(remote: string, who: string | null, share: number): boolean {
  return who !== null && fraction(`${remote} ${who}`) < share;
}

/** Hashes a text to [0, 1): FNV-1a with MurmurHash3's finalizer, which separates similar texts. */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
