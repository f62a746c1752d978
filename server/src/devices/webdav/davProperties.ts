import { escapeXml } from '../../intake/ingest/epub/xml/xml.ts';
import { AppError, DavError } from '../../run/common/errors.ts';
import { addressOf } from './davPath.ts';
import { childElements, type DavElement, davChildren, davNamespace, serialize } from './davXml.ts';
import type { DeviceFile } from './deviceFiles.ts';
import { type DeviceLock, locksOn } from './deviceLocks.ts';

/** A file or folder; the root has no row. */
export type Resource = Pick<
  DeviceFile,
  'path' | 'is_folder' | 'size' | 'etag' | 'properties' | 'created_at' | 'modified_at'
>;

/** What PROPFIND asks for. */
export type Wanted = { kind: 'all' } | { kind: 'names' } | { kind: 'some'; names: Name[] };
interface Name {
  namespace: string;
  name: string;
}

/** Maximum characters of a file's properties. */
const maxProperties = 16_000;
const keyOf = ({ namespace, name }: Name) => `{${namespace}}${name}`;
const nameOf = (key: string): Name => {
  const end = key.lastIndexOf('}');
  return { namespace: key.slice(1, end), name: key.slice(end + 1) };
};

/**
 * @param body null without a body, which asks for all
 * @throws AppError malformed_request
 */
export function wantedProperties(body: DavElement | null): Wanted {
  if (body === null) return { kind: 'all' };
  if (body.namespace !== davNamespace || body.name !== 'propfind') throw new AppError('malformed_request');
  if (davChildren(body, 'propname').length > 0) return { kind: 'names' };
  const [prop] = davChildren(body, 'prop');
  if (prop) {
    // Each property once, however often it is asked for.
    const names = new Map(childElements(prop).map((name) => [keyOf(name), name]));
    return { kind: 'some', names: [...names.values()] };
  }
  if (davChildren(body, 'allprop').length > 0) return { kind: 'all' };
  throw new AppError('malformed_request');
}

/** A `response` element of PROPFIND. */
export function propfindResponse(file: Resource, wanted: Wanted, locks: readonly DeviceLock[]): string {
  const live = livePropertiesOf(file, locks);
  const dead = new Map(Object.entries(JSON.parse(file.properties) as Record<string, string>));
  const properties = new Map([...live, ...dead]);
  if (wanted.kind === 'names')
    return responseOf(file, [
      { status: ok, properties: [...properties.keys()].map((key) => emptyElement(nameOf(key))) },
    ]);
  if (wanted.kind === 'all') return responseOf(file, [{ status: ok, properties: [...properties.values()] }]);
  const values = wanted.names.flatMap((name) => properties.get(keyOf(name)) ?? []);
  const missing = wanted.names.filter((name) => !properties.has(keyOf(name))).map(emptyElement);
  return responseOf(file, [
    { status: ok, properties: values },
    { status: '404 Not Found', properties: missing },
  ]);
}

/**
 * Applies a PROPPATCH atomically.
 * @returns the new properties, null when one of them is protected; and the `response` element
 * @throws AppError malformed_request; DavError 507
 */
export function patchProperties(
  file: Resource,
  body: DavElement,
): { properties: string | null; response: string } {
  if (body.namespace !== davNamespace || body.name !== 'propertyupdate')
    throw new AppError('malformed_request');
  const properties = new Map(Object.entries(JSON.parse(file.properties) as Record<string, string>));
  const live = livePropertiesOf(file, []);
  const named: { element: string; isOurs: boolean }[] = [];
  for (const step of childElements(body)) {
    if (step.namespace !== davNamespace || !['set', 'remove'].includes(step.name)) continue;
    for (const prop of davChildren(step, 'prop'))
      for (const property of childElements(prop)) {
        const key = keyOf(property);
        named.push({ element: emptyElement(property), isOurs: live.has(key) });
        if (step.name === 'set') properties.set(key, serialize(property));
        else properties.delete(key);
      }
  }
  if (named.length === 0) throw new AppError('malformed_request');
  const ours = named.filter(({ isOurs }) => isOurs).map(({ element }) => element);
  const others = named.filter(({ isOurs }) => !isOurs).map(({ element }) => element);
  if (ours.length > 0)
    return {
      properties: null,
      response: responseOf(file, [
        { status: '403 Forbidden', properties: ours },
        { status: '424 Failed Dependency', properties: others },
      ]),
    };
  const stored = JSON.stringify(Object.fromEntries(properties));
  if (stored.length > maxProperties) throw new DavError(507, 'These are too many properties.');
  return { properties: stored, response: responseOf(file, [{ status: ok, properties: others }]) };
}

export const multistatus = (responses: readonly string[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">${responses.join('\n')}</D:multistatus>`;

const ok = '200 OK';

function responseOf(
  { path, is_folder }: Resource,
  parts: readonly { status: string; properties: readonly string[] }[],
): string {
  const propstats = parts
    .filter(({ properties }, index) => properties.length > 0 || (index === 0 && parts.length === 1))
    .map(
      ({ status, properties }) =>
        `<D:propstat><D:prop>${properties.join('')}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`,
    );
  return `<D:response><D:href>${escapeXml(addressOf(path, is_folder === 1))}</D:href>${propstats.join('')}</D:response>`;
}

function emptyElement({ namespace, name }: Name): string {
  return namespace === davNamespace ? `<D:${name}/>` : `<${name} xmlns="${escapeXml(namespace)}"/>`;
}

function livePropertiesOf(file: Resource, locks: readonly DeviceLock[]): Map<string, string> {
  const isFolder = file.is_folder === 1;
  const name = file.path.split('/').at(-1) ?? '';
  const values: Record<string, string | null> = {
    resourcetype: isFolder ? '<D:collection/>' : '',
    displayname: escapeXml(name),
    creationdate: file.created_at,
    getlastmodified: new Date(file.modified_at).toUTCString(),
    getcontentlength: isFolder ? null : String(file.size),
    getcontenttype: isFolder ? null : 'application/octet-stream',
    getetag: isFolder ? null : escapeXml(`"${file.etag}"`),
    supportedlock:
      '<D:lockentry><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>' +
      '<D:lockentry><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>',
    lockdiscovery: locksOn(locks, file.path).map(activeLock).join(''),
  };
  return new Map(
    Object.entries(values).flatMap(([key, value]) =>
      value === null
        ? []
        : [[keyOf({ namespace: davNamespace, name: key }), elementWith(key, value)] as const],
    ),
  );
}

const elementWith = (name: string, value: string) =>
  value === '' ? `<D:${name}/>` : `<D:${name}>${value}</D:${name}>`;

/** The activelock element of a lock. */
export function activeLock({ token, path, is_deep, is_exclusive, owner, expires_at }: DeviceLock): string {
  const seconds = Math.max(0, Math.round((Date.parse(expires_at) - Date.now()) / 1_000));
  return (
    `<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope><D:${is_exclusive === 1 ? 'exclusive' : 'shared'}/></D:lockscope>` +
    `<D:depth>${is_deep === 1 ? 'infinity' : '0'}</D:depth>${owner}<D:timeout>Second-${seconds}</D:timeout>` +
    `<D:locktoken><D:href>${token}</D:href></D:locktoken><D:lockroot><D:href>${escapeXml(addressOf(path, false))}</D:href></D:lockroot></D:activelock>`
  );
}
