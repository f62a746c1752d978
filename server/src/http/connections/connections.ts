import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Tracks which connections have a request in flight. Call it before the server listens.
 * @returns closes all connections: idle ones at once (browsers open some in advance), others after their response,
 * and the rest after the timeout
 */
export function drainConnections(server: Server): (timeoutMs: number) => void {
  const underWay = new Map<Socket, number>();
  let draining = false;
  const count = (socket: Socket, change: 1 | -1) => {
    const requests = (underWay.get(socket) ?? 0) + change;
    if (!socket.destroyed) underWay.set(socket, requests);
    if (draining && requests === 0) socket.destroySoon();
  };
  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return (timeoutMs) => {
    draining = true;
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroySoon();
    setTimeout(() => server.closeAllConnections(), timeoutMs).unref();
  };
}

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
