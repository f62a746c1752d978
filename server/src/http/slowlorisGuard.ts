import type { FastifyInstance } from 'fastify';

/** A body must bring this much within this time, or its connection ends. */
const leastBytes = 1_024;
const everyMilliseconds = 30_000;

/** Ends connections whose body comes as slow as drops, and which would hold a connection open for ever. */
export function slowlorisGuard(app: FastifyInstance, every = everyMilliseconds): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    let before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed) return clearInterval(timer);
      const now = raw.socket.bytesRead;
      if (now - before < leastBytes) raw.socket.destroy();
      before = now;
    }, every);
    timer.unref();
    reply.raw.once('close', () => clearInterval(timer));
  });
}
