/** Where the registry of remotes is. */
export const registryAddress = '/remotes.json';

let early: Promise<Response> | null = null;

/** Asks for the registry before the code that reads it is here. */
export function askEarly(): void {
  early = fetch(registryAddress, { cache: 'no-cache' });
  // Whoever takes it sees the failure.
  early.catch(() => undefined);
}

/** The answer that was asked for early, once; null when there is none. */
export function takeEarly(): Promise<Response> | null {
  const taken = early;
  early = null;
  return taken;
}
