/** Replaces tools/lib/processes/server.mjs in the packed tools, which have no server to start. */
export async function startServer() {
  throw new Error('Pass the address of the Lectern that this remote is for with --base https://….');
}
