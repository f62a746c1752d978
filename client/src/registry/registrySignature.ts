/**
 * The operator's Ed25519 public key (32 bytes in base64); empty when the shell was built without one. With a
 * key, the shell refuses a registry that is not signed by the private key
 * (`npm run deploy -- --new-key`).
 */
export const remotesPublicKey: string = process.env.LECTERN_REMOTES_PUBLIC_KEY ?? '';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/**
 * Verifies the signature of a registry, which covers its JSON without the signature, as
 * tools/lib/registry/signing.mjs writes it.
 * @param raw the untrusted registry
 * @param publicKey base64
 * @returns false also where the browser cannot verify: without HTTPS, or without Ed25519
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
