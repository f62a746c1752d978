import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HoldingProxy {
  url: string;
  close(): void;
}

/**
 * A proxy whose downloads of complete PDFs stop after some bytes and never end, as on a very slow connection. Range
 * requests, and everything else, pass. Unlike a Playwright route it does not disable the browser's HTTP cache.
 */
export async function holdingProxy(origin: string, bytes: number): Promise<HoldingProxy> {
  const server = createServer((asked, answer) => {
    const { method, headers } = asked;
    const forwarded = request(new URL(asked.url ?? '/', origin), { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      const isWholePdf = given.statusCode === 200 && given.headers['content-type'] === 'application/pdf';
      if (!isWholePdf) return given.pipe(answer);
      let room = bytes;
      given.on('data', (chunk: Buffer) => {
        if (room > 0) answer.write(chunk.subarray(0, room));
        room -= chunk.length;
      });
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
