/**
 * Signs published files: Ed25519, with node:crypto. The private key stays with the operator (LECTERN_SIGNING_KEY, path
 * of a PEM file); the public key is built into the shell (LECTERN_REMOTES_PUBLIC_KEY, its 32 bytes in base64), which
 * then runs only signed code.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** @returns {{ privateKey: string, publicKey: string }} PEM, and base64 of the 32 bytes */
export function newSigningKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicText(publicKey),
  };
}

const publicText = (key) => Buffer.from(key.export({ format: 'jwk' }).x, 'base64url').toString('base64');

/**
 * Signs the content, as JSON without spaces in its key order, with the operator's key. Without a key, an existing
 * signature is removed.
 * @template {object} T
 * @param {T} content plain data
 * @param {string | undefined} keyFile path of the private key
 * @returns {T & { signature?: { key: string, value: string } }}
 */
export function signed(content, keyFile = process.env.LECTERN_SIGNING_KEY) {
  // Normalized as it will be parsed: JSON drops undefined values, and integer-like keys come first.
  const { signature: _, ...plain } = JSON.parse(JSON.stringify(content));
  if (!keyFile) return plain;
  let key;
  try {
    key = createPrivateKey(readFileSync(keyFile));
  } catch (error) {
    throw new Error(`LECTERN_SIGNING_KEY names no private key that can be read: ${error.message}`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(
      'The key of LECTERN_SIGNING_KEY is not one of Ed25519: npm run deploy -- --new-key makes one.',
    );
  const value = sign(null, Buffer.from(JSON.stringify(plain)), key).toString('base64');
  return { ...plain, signature: { key: publicText(createPublicKey(key)), value } };
}
