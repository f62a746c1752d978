import files from '@fastify/static';
import fastify from 'fastify';

/** Serves the reference pages, and the real books below /books/, like any static server. */
export async function serveReferences(pages: string, books: string) {
  const app = fastify({ forceCloseConnections: true });
  await app.register(files, { root: pages });
  await app.register(files, { root: books, prefix: '/books/', decorateReply: false });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}
