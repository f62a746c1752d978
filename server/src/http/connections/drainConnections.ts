import type { Server } from 'node:http';
import type { Socket } from 'node:net';

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
