import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Knows which connections of a server have a request under way. To be called before the server listens.
 * @returns ends all connections: those without a request at once (browsers open some ahead of need), the others after
 *   their answer, and what is left after so many milliseconds
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
