/** Remotes in an S3-compatible bucket; browsers get them from server/src/http/static/staticFiles.ts. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  historyFile,
  historyText,
  lastGoodFile,
  loadRegistry,
  parseHistory,
  registryFile,
  registryText,
} from './registryFile.mjs';
import { signed } from './signing.mjs';
import { inTurn } from './turns.mjs';

const types = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const year = 'public, max-age=31536000, immutable';
/** Concurrent uploads. */
const atOnce = 8;

/**
 * @param {string} where s3://bucket/prefix; endpoint, region and keys are those of the server: S3_ENDPOINT, S3_REGION,
 *   S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, or else the defaults of the AWS SDK
 * @returns {import('./target.mjs').Target}
 */
export function bucketTarget(where, env = process.env) {
  const { hostname: bucket, pathname } = new URL(where);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  const key = (...path) => [prefix, ...path].filter(Boolean).join('/');
  const client = new S3Client({
    region: env.S3_REGION || 'us-east-1',
    ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT, forcePathStyle: true } : {}),
    ...(env.S3_ACCESS_KEY_ID
      ? { credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY } }
      : {}),
    // Many S3-compatible stores reject newer checksums; each upload is verified by our own digest instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  async function read(path) {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key(path) }));
      return Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (error.$metadata?.httpStatusCode === 404) return null;
      throw error;
    }
  }
  const put = (path, bytes, more) =>
    client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key(path),
        Body: bytes,
        ContentType: types[extname(path)] ?? 'application/octet-stream',
        ...more,
      }),
    );

  const remove = (path) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key(path) }));
  const unkept = { CacheControl: 'no-cache' };

  async function write(registry, step) {
    const text = registryText(signed(registry));
    await put(registryFile, text, unkept);
    await put(lastGoodFile, text, unkept);
    if (step) await put(historyFile, historyText(parseHistory(await read(historyFile)), step), unkept);
  }

  async function list(folder) {
    const found = [];
    let ContinuationToken;
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: folder === '' ? prefix && `${prefix}/` : `${key(folder)}/`,
          ContinuationToken,
        }),
      );
      for (const { Key, LastModified } of page.Contents ?? []) {
        found.push({ path: prefix ? Key.slice(prefix.length + 1) : Key, modified: LastModified });
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
    return found;
  }
  const tickets = { put: (path) => put(path, 'A registry of remotes is being switched.', {}), list, remove };

  return {
    name: where,
    read,
    async put(name, version, build, files) {
      // The file that marks a version as complete is written last: an interrupted upload is started again.
      const [last] = files.filter((file) => file === 'remote.json');
      if (last && (await read(`${name}/${version}/${last}`))) return;
      const waiting = files.filter((file) => file !== last && !file.endsWith('.gz')).values();
      const one = (file) =>
        put(`${name}/${version}/${file}`, readFileSync(join(build, file)), { CacheControl: year });
      const worker = async () => {
        for (const file of waiting) await one(file);
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      if (last) await one(last);
    },
    async replace(name, version, build, files) {
      for (const file of files.filter((each) => !each.endsWith('.gz')))
        await put(`${name}/${version}/${file}`, readFileSync(join(build, file)), { CacheControl: year });
    },
    async remotes() {
      const folders = (await list('')).map(({ path }) => path.split('/')[0] ?? '');
      return [...new Set(folders.filter((name) => name.startsWith('mf-')))].sort();
    },
    async versions(name) {
      const versions = new Map();
      for (const { path, modified } of await list(name)) {
        const version = path.split('/')[1];
        const known = versions.get(version)?.published ?? modified;
        versions.set(version, { version, published: new Date(Math.max(known, modified)) });
      }
      return [...versions.values()];
    },
    async remove(name, version) {
      for (const { path } of await list(`${name}/${version}`)) await remove(path);
    },
    switch: (change, step) =>
      inTurn(tickets, async (requireTurn) => {
        const registry = change((await loadRegistry(read)).registry);
        await requireTurn();
        await write(registry, step);
        return registry;
      }),
    restore: (registry, step) => inTurn(tickets, () => write(registry, step)),
  };
}
