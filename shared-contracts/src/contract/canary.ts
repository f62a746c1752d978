/**
 * Whether a reader gets a canary version. Deterministic by reader, on every device, and monotonic:
 * who has the new version keeps it while the share grows.
 * @param remote name of the remote, so that other readers are chosen for each
 * @param who stable id of the account; null is never chosen
 * @param share of the readers, 0 to 1
 */
export function inCanary(remote: string, who: string | null, share: number): boolean {
  return who !== null && fraction(`${remote} ${who}`) < share;
}

/**
 * Text to [0, 1), evenly: FNV-1a of 32 bits, with the last mixing of MurmurHash3 for texts that differ in one letter.
 */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
