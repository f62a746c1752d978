/** Whether this browser supports passkeys on this origin: a domain name with https, or localhost. */
export const supportsPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^(\d+\.){3}\d+$|:/.test(location.hostname);
