/** @jest-environment node */
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { safeStorage } from '../common/safeStorage.ts';
import {
  clearOverrides,
  loopbackAddress,
  readOverrides,
  readRemoteLink,
  takeOverrides,
  versionsOfLink,
} from './overrides.ts';

const memory = () =>
  safeStorage(() => {
    throw new Error('in memory');
  });

describe('overriding a deployed remote', () => {
  it.each([
    ['http://127.0.0.1:4101', 'http://127.0.0.1:4101/'],
    ['http://localhost:4101/dist', 'http://localhost:4101/dist/'],
    ['https://[::1]:4101/', 'https://[::1]:4101/'],
    ['http://127.0.0.1.evil.example/', null],
    ['http://evil.example/127.0.0.1', null],
    ['http://localhost@evil.example/', null],
    ['http://me:you@localhost/', null],
    ['javascript:alert(1)//localhost', null],
    ['data:text/javascript,1', null],
    ['ftp://localhost/', null],
    ['xhttp://localhost/', null],
    ['httpx://localhost/', null],
    ['http://me@localhost/', null],
    ['http://:you@localhost/', null],
    ['http://localhost:4101/dist?a=b#c', 'http://localhost:4101/dist/'],
    ['//127.0.0.1/', null],
    ['nonsense', null],
  ])('accepts only loopback addresses: %s is %s', (text, taken) => {
    expect(loopbackAddress(text)).toBe(taken);
  });

  it('is requested in the URL, stored, and can be removed', () => {
    const storage = memory();
    const left = takeOverrides(
      'https://books.example/library?tab=notes&override=mf-reader@http://127.0.0.1:4101/&override=mf-x@https://evil.example/',
      storage,
    );
    expect(left).toBe('https://books.example/library?tab=notes');
    expect(readOverrides(storage)).toEqual({ 'mf-reader': 'http://127.0.0.1:4101/' });
    takeOverrides('https://books.example/?override=mf-search@http://127.0.0.1:4102/', storage);
    expect(Object.keys(readOverrides(storage))).toEqual(['mf-reader', 'mf-search']);
    clearOverrides(storage);
    expect(readOverrides(storage)).toEqual({});
  });

  it('also accepts published versions, and nothing else', () => {
    const storage = memory();
    const left = takeOverrides(
      'https://books.example/?remotes=mf-reader@1.2.0,mf-library@previous,shell@1.0.0,mf-x@https://evil.example/',
      storage,
    );
    expect(left).toBe('https://books.example/');
    expect(readOverrides(storage)).toEqual({ 'mf-reader': '1.2.0', 'mf-library': 'previous' });
  });

  it('accepts a link signed by an administrator until it expires', () => {
    const storage = memory();
    const left = takeOverrides(
      'https://books.example/library?tab=notes&remotes=mf-reader@1.2.0,shell@1&until=2026-03-08T10:00:00.000Z&signature=abc',
      storage,
    );
    expect(left).toBe('https://books.example/library?tab=notes');
    expect(readOverrides(storage)).toEqual({});
    const link = readRemoteLink(storage, Date.parse('2026-03-08T09:00:00.000Z'));
    expect(link && versionsOfLink(link)).toEqual({ 'mf-reader': '1.2.0' });
    expect(readRemoteLink(storage, Date.parse('2026-03-08T11:00:00.000Z'))).toBeNull();
    clearOverrides(storage);
    expect(readRemoteLink(storage, 0)).toBeNull();
  });

  it.each([
    '',
    '5',
    'null',
    '{"remotes":5}',
    '{"remotes":5,"until":"2999-01-01T00:00:00Z","signature":"x"}',
    '{"remotes":"mf-a@1","until":5,"signature":"x"}',
    '{"remotes":"mf-a@1","until":"2999-01-01T00:00:00Z"}',
    '{"remotes":"mf-a@1","until":"never","signature":"x"}',
  ])('ignores the stored link %j', (stored) => {
    const storage = memory();
    storage.setItem(storageKeys.remoteLink, stored);
    expect(readRemoteLink(storage)).toBeNull();
  });

  it('a link expires exactly at its expiry time', () => {
    const storage = memory();
    const link = { remotes: 'mf-a@1', until: '2026-03-08T10:00:00.000Z', signature: 'x' };
    storage.setItem(storageKeys.remoteLink, JSON.stringify({ ...link, later: 5 }));
    const ends = Date.parse(link.until);
    expect([readRemoteLink(storage, ends - 1), readRemoteLink(storage, ends)]).toEqual([link, null]);
  });

  it('a link without an expiry is ignored, and removed from the URL', () => {
    const storage = memory();
    const address = 'https://books.example/?remotes=mf-reader@1.2.0&signature=abc&until=';
    expect(takeOverrides(address, storage)).toBe('https://books.example/');
    expect(takeOverrides('https://books.example/?remotes=mf-a@1&signature=abc', storage)).toBe(
      'https://books.example/',
    );
    expect(JSON.parse(storage.getItem(storageKeys.remoteLink) ?? '')).toEqual({
      remotes: 'mf-a@1',
      until: '',
      signature: 'abc',
    });
    expect(readRemoteLink(storage, 0)).toBeNull();
  });

  it.each([
    ['mf-a@1,mf-b@canary', { 'mf-a': '1', 'mf-b': 'canary' }],
    ['mf-a', {}],
    ['mf-a@', {}],
    ['mf-a@-1', {}],
    ['mf-a@1/2', {}],
    [`mf-a@${'1'.repeat(60)}`, { 'mf-a': '1'.repeat(60) }],
    [`mf-a@${'1'.repeat(61)}`, {}],
    ['shell@1,MF-a@1,mf-@1,xmf-a@1,mf-a!@1', {}],
    [`mf-${'a'.repeat(40)}@1`, { [`mf-${'a'.repeat(40)}`]: '1' }],
    [`mf-${'a'.repeat(41)}@1`, {}],
  ])('parses the versions %j as %j', (remotes, versions) => {
    expect(versionsOfLink({ remotes, until: '', signature: '' })).toEqual(versions);
    const storage = memory();
    takeOverrides(`https://books.example/?remotes=${remotes}`, storage);
    expect(readOverrides(storage)).toEqual(versions);
  });

  it('an address may contain the separator of names', () => {
    const storage = memory();
    takeOverrides('https://books.example/?override=mf-a@http://localhost/@scope/', storage);
    expect(readOverrides(storage)).toEqual({ 'mf-a': 'http://localhost/@scope/' });
  });

  it('a version must not be an address, nor an address a version', () => {
    const storage = memory();
    takeOverrides('https://books.example/?override=mf-a@1.2.0&remotes=mf-b@http://localhost/', storage);
    expect(storage.getItem(storageKeys.overrides)).toBe('{}');
  });

  it('leaves a URL without overrides unchanged', () => {
    expect(takeOverrides('https://books.example/library?tab=notes', memory())).toBeNull();
  });

  it.each([
    '',
    '5',
    'null',
    '{"mf-reader":5}',
    '{"mf-reader":"https://evil.example/"}',
    '{"shell":"http://localhost/"}',
  ])('ignores the stored overrides %j', (text) => {
    const storage = memory();
    storage.setItem(storageKeys.overrides, text);
    expect(readOverrides(storage)).toEqual({});
  });
});
