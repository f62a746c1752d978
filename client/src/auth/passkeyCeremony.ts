/** Whether a WebAuthn error means that the reader canceled, or that no passkey was available. */
export const isCanceled = (failure: unknown): boolean =>
  failure instanceof Error && (failure.name === 'NotAllowedError' || failure.name === 'AbortError');
