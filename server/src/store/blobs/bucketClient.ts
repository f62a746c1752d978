import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import type { BucketSettings } from '../../run/config/bucketSettings.ts';

/** In milliseconds: connecting, and inactivity on an open connection. */
const connectionTimeout = 5_000;
const socketTimeout = 30_000;
/** The default of 50 would let the slow downloads of one user keep everyone else waiting. */
const agent = { maxSockets: Number.POSITIVE_INFINITY };
/** Limits of an answer that is read whole, such as an error or a list of a thousand objects: bytes, milliseconds. */
const answerLimits = { bytes: 4 * 1024 ** 2, milliseconds: 60_000 };

/** A client whose answers end, whatever the bucket sends; objects have a length, and are passed on as they arrive. */
export function bucketClient(settings: BucketSettings): S3Client {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    ...(settings.credentials ? { credentials: settings.credentials } : {}),
    requestHandler: { connectionTimeout, socketTimeout, httpAgent: agent, httpsAgent: agent },
    // Many S3-compatible stores reject the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const response = result.response as { statusCode: number; body: unknown };
        const isObject = commandName === 'GetObjectCommand' && response.statusCode < 300;
        if (!isObject && response.body instanceof Readable)
          response.body = Readable.from(endOf(response.body), { objectMode: false });
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'lecternAnswersEnd' },
  );
  return client;
}

/** The bytes of an answer, up to the limits. */
async function* endOf(answer: Readable): AsyncGenerator<Buffer> {
  const latest = performance.now() + answerLimits.milliseconds;
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerLimits.bytes || performance.now() > latest)
      throw new Error('The answer of the bucket is too long, or takes too long.');
    yield chunk;
  }
}
