/** Whether a WebAuthn error means that the reader canceled, or that no passkey was available. */
export const isCanceled = (failure: unknown): boolean =>
  failure instanceof Error && (failure.name === 'NotAllowedError' || failure.name === 'AbortError');

/** Whether this browser supports passkeys on this origin: a domain name with https, or localhost. */
export const supportsPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^(\d+\.){3}\d+$|:/.test(location.hostname);
