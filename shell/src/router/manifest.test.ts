/** @jest-environment node */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shareTarget } from '@lectern/client/pwa/service-worker/sharedFiles.ts';
import { describedRemotes } from '@lectern/client/testing/describedRemotes.ts';
import { matchRoute, routeTable } from './routeTable.ts';

const { routes } = routeTable(describedRemotes());
const folder = join(__dirname, '../../public');
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'));
const pathOf = (address: string) => new URL(address, 'http://x').pathname;

describe('the web app manifest', () => {
  it('[PW-03] has icons, one of them maskable, whose files exist', () => {
    const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons;
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src } of icons) expect([src, existsSync(join(folder, src))]).toEqual([src, true]);
  });

  it('[PW-03] has shortcuts to continue reading, search and upload, at existing addresses', () => {
    const shortcuts: { name: string; url: string }[] = manifest.shortcuts;
    expect(shortcuts.map(({ name }) => name)).toEqual(['Continue reading', 'Search', 'Upload Books']);
    for (const { url } of shortcuts) expect([url, matchRoute(pathOf(url), routes)]).not.toEqual([url, null]);
  });

  it('[PW-03] opens EPUB and PDF files from the desktop, and is a share target', () => {
    const accept = { 'application/epub+zip': ['.epub'], 'application/pdf': ['.pdf'] };
    expect(manifest.file_handlers).toMatchObject([{ action: '/upload', accept }]);
    expect(manifest.share_target).toMatchObject({
      action: shareTarget,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'books' }] },
    });
  });
});
