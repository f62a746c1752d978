/** `npm run dev -w <name>` as a process of its own, on a free port. */
export function startDevRemote(name: string): Promise<{ url: string; stop(): Promise<void> }>;
