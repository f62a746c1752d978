import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Bytes that must arrive in each interval, or the connection is closed. */
const minBytes = 1_024;
const everyMilliseconds = 30_000;

/** Closes connections whose request body arrives too slowly, or whose response is not read. */
export function slowlorisGuard(app: FastifyInstance, every = everyMilliseconds): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    // Node closes a socket of which nothing has been sent or received for this long. Streams may pause. An
    // injected request has no socket.
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isWhole && reply.raw.socket instanceof Socket) reply.raw.setTimeout(every);
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    let before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed) return clearInterval(timer);
      const now = raw.socket.bytesRead;
      if (now - before < minBytes) raw.socket.destroy();
      before = now;
    }, every);
    timer.unref();
    reply.raw.once('close', () => clearInterval(timer));
  });
}
