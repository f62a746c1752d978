/**
 * The operator's public key of Ed25519, as base64 of its 32 bytes; empty when this shell was built without one. With a
 * key the shell runs no remote of a registry that the owner of the private key has not signed
 * (`npm run deploy -- --new-key`).
 */
export const remotesPublicKey: string = process.env.LECTERN_REMOTES_PUBLIC_KEY ?? '';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/**
 * Whether the owner of the key has signed a registry. What is signed is its JSON without the signature, as
 * tools/lib/signing.mjs writes it.
 * @param raw the registry as it came; anything may stand there
 * @param publicKey base64
 * @returns false as well where the browser cannot verify: without HTTPS, or before Ed25519 came to it
 */
export async function isSignedRegistry(raw: unknown, publicKey: string): Promise<boolean> {
  if (typeof raw !== 'object' || raw === null || !('signature' in raw)) return false;
  const { signature, ...content } = raw;
  const value = (signature as { value?: unknown } | null)?.value;
  if (typeof value !== 'string') return false;
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
    const signed = new TextEncoder().encode(JSON.stringify(content));
    return await crypto.subtle.verify('Ed25519', key, bytesOf(value), signed);
  } catch {
    return false;
  }
}
