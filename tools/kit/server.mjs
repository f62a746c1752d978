/** Takes the place of tools/lib/server.mjs in the packed tools: there is no server to start here. */
export async function startServer() {
  throw new Error('Say with --base https://… where the Lectern is that this remote is for.');
}
