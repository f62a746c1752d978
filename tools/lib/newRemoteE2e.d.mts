/**
 * Makes a new remote outside of the checkout’s own folders, runs its test, builds it, and deploys it beside those that
 * are published. @returns the folder to serve remotes from, and what the test runner said
 */
export function deployNewRemote(name: string): Promise<{ remotes: string; tests: string; remove(): void }>;
