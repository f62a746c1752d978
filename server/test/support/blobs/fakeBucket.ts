import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type BucketSettings, bucketSettings } from '../../../src/run/config/bucketSettings.ts';

/** A request for an object, and what the bucket would answer. */
export interface ObjectRequest {
  key: string;
  object: Buffer;
  /** The part that is asked for. */
  part: Buffer;
}

/** An S3-compatible bucket in memory, without authentication, that can be made to misbehave. */
export interface FakeBucket {
  settings: BucketSettings;
  /** Answers requests for objects instead of the bucket; null for correct answers. */
  misbehave: ((response: ServerResponse, request: ObjectRequest) => void) | null;
  /** The token at the end of every list; null for complete lists. */
  nextToken: string | null;
  /** Whether something in between answers everything with a page. */
  isBehindPage: boolean;
  stop(): void;
}

export async function startFakeBucket(): Promise<FakeBucket> {
  const objects = new Map<string, Buffer>();
  const http = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  const settings = bucketSettings({
    S3_BUCKET: 'books',
    S3_ENDPOINT: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  if (settings === null) throw new Error('The settings name a bucket.');
  const self: FakeBucket = {
    settings,
    misbehave: null,
    nextToken: null,
    isBehindPage: false,
    stop() {
      http.closeAllConnections();
      http.close();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
    const key = pathname.split('/').slice(2).join('/');
    const { method } = request;
    const body = await buffer(request);
    if (self.isBehindPage) return response.end('<html>Sign in to this network.</html>');
    if (method === 'PUT') {
      objects.set(key, body);
      return response.setHeader('etag', '"any"').end();
    }
    if (method === 'DELETE') objects.delete(key);
    if (method === 'DELETE' || (key === '' && method === 'HEAD')) return response.end();
    if (key === '') return response.end(listOf(searchParams.get('prefix') ?? ''));
    const object = objects.get(key);
    if (object === undefined) return response.writeHead(404).end();
    if (method === 'HEAD') return response.writeHead(200, { 'content-length': object.length }).end();
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1);
    if (self.misbehave) return self.misbehave(response, { key, object, part });
    response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length }).end(part);
  }

  function listOf(prefix: string): string {
    const contents = [...objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`);
    const next =
      self.nextToken === null
        ? '<IsTruncated>false</IsTruncated>'
        : `<IsTruncated>true</IsTruncated><NextContinuationToken>${self.nextToken}</NextContinuationToken>`;
    return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
  }

  return self;
}
