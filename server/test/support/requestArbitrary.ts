import type { RouteDefinition } from '@lectern/shared-contracts/api/route.ts';
import { type RouteKey, routes } from '@lectern/shared-contracts/api/routes.ts';
import fc from './fastCheck.ts';
import { fittingValue, type KnownIds, type Schema, text, valueFor } from './valueArbitrary.ts';

/** An HTTP request, possibly malformed on purpose. */
export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** JSON as text: sometimes with a duplicate member, truncated, or not JSON at all. */
const asJson = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(value, fc.integer({ min: 0, max: 60 }), fc.uint8Array({ maxLength: 60 }))
    .map(([data, dice, bytes]) => {
      const whole = JSON.stringify(data) ?? 'null';
      if (dice === 0) return Buffer.from(whole.slice(0, whole.length / 2));
      if (dice === 1) return Buffer.from(bytes);
      if (dice === 2) return Buffer.from(whole.replace(/^\{("[^"\\]*":)/, '{$1null,$1'));
      if (dice === 3) return Buffer.from(`{"__proto__":{"x":1},${whole.slice(1)}`);
      if (dice === 4)
        return Buffer.concat([Buffer.from(whole.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x22, 0x7d])]);
      if (dice === 5) return Buffer.from(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
      return Buffer.from(whole);
    });

const headerText = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
    maxLength: 30,
  })
  .map((units) => String.fromCharCode(...units).trim());
const brokenHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'idempotency-key',
        'accept-encoding',
        'accept-language',
        'if-none-match',
        'if-range',
        'range',
        'cookie',
        'origin',
        'referer',
        'user-agent',
        'x-forwarded-for',
        'x-forwarded-proto',
        'sec-fetch-site',
        'x-http-method-override',
        'content-encoding',
        'authorization',
        'content-type',
        'expect-ct',
      ),
      fc.oneof(
        headerText,
        fc.constantFrom(
          'bytes=0-',
          'bytes=9-1',
          'bytes=-0',
          'lectern_refresh=x; lectern_refresh=y',
          'gzip;q=x',
          'application/json; charset=utf-7',
          'text/plain',
          'multipart/form-data',
          'multipart/form-data; boundary=',
          'Bearer',
          'Bearer a.b.c',
          'a, b, c',
        ),
      ),
      { maxKeys: 2 },
    ),
  },
);

/** A path parameter, as it appears in the URL. */
const segment = (schema: Schema | undefined, ids: KnownIds) =>
  fc
    .oneof(
      { weight: 8, arbitrary: fc.constantFrom(...ids) },
      { weight: 2, arbitrary: schema ? fittingValue(schema, ids) : text },
      { weight: 1, arbitrary: text },
    )
    .map((value) => encoded(String(value).slice(0, 300)));

/** Percent-encoded, including lone surrogates as the bytes some clients send. */
const encoded = (value: string) => {
  try {
    return encodeURIComponent(value);
  } catch {
    return `${encodeURIComponent(value.toWellFormed())}%ED%A0%80`;
  }
};

function queryFor(schema: Schema | undefined, ids: KnownIds): fc.Arbitrary<string> {
  const names = Object.keys(schema?.properties ?? {});
  if (names.length === 0) return fc.constantFrom('', '', '', '?', '?x=1&x=2', '?%', '?%00=%00');
  const parts = names.map((name) =>
    fc.oneof(
      valueFor(schema?.properties?.[name] ?? {}, ids).map((value) => [
        `${name}=${encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`,
      ]),
      fc.constant([]),
      fc.constantFrom(
        [`${name}=1`, `${name}=2`],
        [`${name}[]=1`],
        [`${name}`],
        [`${name}=%`],
        [`${name}=%00`],
      ),
    ),
  );
  return fc.tuple(...parts).map((all) => {
    const query = all.flat().join('&').slice(0, 6_000);
    return query === '' ? '' : `?${query}`;
  });
}

function requestOf(key: RouteKey, root: string, ids: KnownIds): fc.Arbitrary<FuzzedRequest> {
  const [method = '', path = ''] = key.split(' ');
  const definition: RouteDefinition = routes[key];
  const params = definition.params as Schema | undefined;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const body = definition.body as Schema | undefined;
  return fc
    .record({
      segments: fc.tuple(...names.map((name) => segment(params?.properties?.[name], ids))),
      query: queryFor(definition.query as Schema | undefined, ids),
      body: body
        ? fc.oneof(
            { weight: 20, arbitrary: asJson(valueFor(body, ids)) },
            { weight: 1, arbitrary: fc.constant(null) },
          )
        : fc.constantFrom<Buffer | null>(null, null, null, Buffer.from('{}')),
      headers: brokenHeaders,
    })
    .map(({ segments, query, body: bytes, headers }) => {
      let at = 0;
      const filled = path.replaceAll(/:\w+/g, () => String(segments[at++] ?? ''));
      return {
        method,
        path: `${root}${filled}${query}`,
        headers: { ...(bytes ? { 'content-type': 'application/json' } : {}), ...headers },
        body: bytes,
      };
    });
}

/** A multipart body, valid or malformed. */
function multipart(root: string): fc.Arbitrary<FuzzedRequest> {
  const part = fc
    .record({
      headers: fc.constantFrom(
        'content-disposition: form-data; name="file"; filename="x.epub"',
        'content-disposition: form-data; name="file"; filename="x.epub"',
        'content-disposition: form-data; name="file"; filename*=UTF-8\'\'%ff%00',
        'content-disposition: form-data; name="file"',
        'content-disposition: form-data; name="other"; filename=""',
        'content-disposition: form-data; name="__proto__"; filename="x"',
        'content-disposition',
        ': x',
        `x: ${'y'.repeat(20_000)}`,
        'content-disposition: form-data; name="file"; filename="\u0000/../x"\r\ncontent-transfer-encoding: base64',
      ),
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(Buffer.from('PK\u0003\u0004'), Buffer.from('%PDF-1.7\n')),
      ),
      gap: fc.constantFrom('\r\n\r\n', '\r\n\r\n', '\r\n', '\n\n', ''),
    })
    .map(({ headers, bytes, gap }) =>
      Buffer.concat([Buffer.from(`--b\r\n${headers}${gap}`), Buffer.from(bytes), Buffer.from('\r\n')]),
    );
  return fc
    .record({
      parts: fc.array(part, { maxLength: 3 }),
      end: fc.constantFrom('--b--\r\n', '--b--\r\n', '--b', '', '--c--'),
      type: fc.constantFrom(
        'multipart/form-data; boundary=b',
        'multipart/form-data; boundary=b',
        'multipart/form-data; boundary=b',
        'multipart/form-data',
        'multipart/form-data; boundary=""',
        'multipart/form-data; boundary=b; boundary=c',
        'multipart/mixed; boundary=b',
        'application/json',
      ),
      headers: brokenHeaders,
    })
    .map(({ parts, end, type, headers }) => ({
      method: 'POST',
      path: `${root}/books`,
      headers: { 'content-type': type, ...headers },
      body: Buffer.concat([...parts, Buffer.from(end)]),
    }));
}

function tus(root: string, ids: KnownIds): fc.Arbitrary<FuzzedRequest> {
  const value = fc.oneof(
    headerText,
    fc.constantFrom(
      '0',
      '10',
      '-1',
      '1e3',
      '99999999999999999999',
      'NaN',
      '1.0.0',
      'filename eC5lcHVi',
      'filename ====',
      'book AA==',
    ),
  );
  return fc
    .record({
      method: fc.constantFrom('POST', 'PATCH', 'HEAD', 'OPTIONS', 'DELETE'),
      id: fc.oneof(
        fc.constantFrom(...ids),
        text.map((value) => encoded(value.slice(0, 300))),
      ),
      headers: fc.record(
        {
          'tus-resumable': fc.constantFrom('1.0.0', '1.0.0', '1.0.0', '0.2.2', ''),
          'upload-length': value,
          'upload-offset': value,
          'upload-metadata': value,
          'upload-defer-length': value,
          'upload-concat': value,
          'upload-checksum': value,
          'content-type': fc.constantFrom(
            'application/offset+octet-stream',
            'application/offset+octet-stream',
            'text/plain',
          ),
          host: fc.constantFrom('a:b:c', '[', 'x y', 'localhost:99999', ''),
        },
        { requiredKeys: ['tus-resumable'] },
      ),
      body: fc.option(fc.uint8Array({ maxLength: 50 })),
    })
    .map(({ method, id, headers, body }) => ({
      method,
      path:
        method === 'POST' || method === 'OPTIONS' ? `${root}/uploads/files` : `${root}/uploads/files/${id}`,
      headers: Object.fromEntries(Object.entries(headers).filter(([, one]) => one !== undefined)) as Record<
        string,
        string
      >,
      body: body === null || method === 'HEAD' ? null : Buffer.from(body),
    }));
}

/** Paths beside the contract, and unknown ones. */
function otherPaths(
  root: string,
  ids: KnownIds,
  signedAddresses: readonly string[],
): fc.Arbitrary<FuzzedRequest> {
  const piece = fc.oneof(
    fc.constantFrom(...ids),
    text.map(encoded),
    fc.constantFrom('..', '%2e%2e', '%', '%00', '%ff', '*'),
  );
  const path = fc.oneof(
    fc
      .tuple(fc.constantFrom(...signedAddresses), fc.oneof(fc.constant(''), piece))
      .map(([address, more]) => `${address}${more}`),
    fc.tuple(piece, piece, piece).map(([id, grant, name]) => `${root}/books/${id}/content/${grant}/${name}`),
    fc.tuple(piece, piece).map(([id, grant]) => `${root}/books/${id}/file/${grant}`),
    fc
      .tuple(piece, piece, piece, piece)
      .map((all) => `${root}/books/${all[0]}/cover/${all[1]}/${all[2]}/${all[3]}`),
    fc.tuple(piece, piece).map(([id, grant]) => `${root}/export/${id}/${grant}?files=1`),
    piece.map((one) => `${root}/auth/oidc/start?next=${one}`),
    fc.tuple(piece, piece).map(([code, state]) => `${root}/auth/oidc/callback?code=${code}&state=${state}`),
    fc.array(piece, { maxLength: 5 }).map((all) => `/${all.join('/')}`),
    piece.map((one) => `/remotes/${one}`),
  );
  return fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT'),
      path,
      headers: brokenHeaders,
    })
    .map((request) => ({ ...request, path: request.path.slice(0, 8_000), body: null }));
}

/** Requests to every route of the contract and beside it. */
export function requests(
  root: string,
  ids: KnownIds,
  signedAddresses: readonly string[],
): fc.Arbitrary<{ key: string; request: FuzzedRequest }> {
  const of = (key: string, arbitrary: fc.Arbitrary<FuzzedRequest>) =>
    arbitrary.map((request) => ({ key, request }));
  return fc.oneof(
    ...(Object.keys(routes) as RouteKey[]).map((key) => of(key, requestOf(key, root, ids))),
    { weight: 4, arbitrary: of('multipart', multipart(root)) },
    { weight: 4, arbitrary: of('tus', tus(root, ids)) },
    { weight: 4, arbitrary: of('other', otherPaths(root, ids, signedAddresses)) },
  );
}
