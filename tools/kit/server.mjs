/** Replaces tools/lib/server.mjs in the packed tools, which have no server to start. */
export async function startServer() {
  throw new Error('Say with --base https://… where the Lectern is that this remote is for.');
}
