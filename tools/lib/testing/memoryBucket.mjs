/** An in-memory S3 store with the few calls that publishing needs. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * @returns {Promise<{ url: string, objects: Map<string, { bytes: Buffer, headers: object }>, stop(): Promise<void> }>}
 */
export async function startMemoryBucket() {
  const objects = new Map();
  const etagOf = (bytes) => `"${createHash('md5').update(bytes).digest('hex')}"`;
  const handle = async (request, response) => {
    const url = new URL(request.url, 'http://bucket');
    const [, , ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const known = objects.get(key);
    const answer = (status, body = '', headers = {}) =>
      response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
    if (url.searchParams.has('list-type')) {
      const prefix = url.searchParams.get('prefix') ?? '';
      const items = [...objects].filter(([each]) => each.startsWith(prefix));
      const xml = items.map(
        ([each, { modified }]) =>
          `<Contents><Key>${each}</Key><LastModified>${modified.toISOString()}</LastModified></Contents>`,
      );
      return answer(
        200,
        `<ListBucketResult><IsTruncated>false</IsTruncated>${xml.join('')}</ListBucketResult>`,
        { 'content-type': 'application/xml' },
      );
    }
    if (request.method === 'PUT') {
      const bytes = Buffer.concat(chunks);
      objects.set(key, { bytes, modified: new Date(), headers: request.headers });
      return answer(200, '', { etag: etagOf(bytes) });
    }
    if (request.method === 'DELETE') return answer(objects.delete(key) ? 204 : 404);
    if (!known)
      return answer(404, '<Error><Code>NoSuchKey</Code></Error>', { 'content-type': 'application/xml' });
    return answer(200, known.bytes, { etag: etagOf(known.bytes) });
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    objects,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
