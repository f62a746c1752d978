/** A server of its own in a temporary folder, with the right to make databases; gone when it is stopped. */
export function startPostgres(): Promise<{ url: string; stop(): Promise<void> }>;
