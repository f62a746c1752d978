/** Whether this browser knows passkeys for this address: it has a name, and is reached by https or is localhost. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^(\d+\.){3}\d+$|:/.test(location.hostname);
