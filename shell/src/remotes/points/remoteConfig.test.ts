/** @jest-environment node */
import { type RemoteContents, remoteContent } from '@lectern/client/registry/remoteContent.ts';
import type { PartSettings } from '@lectern/shared-contracts/api/remotes.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act } from '@testing-library/react';
import { watchConfig } from './remoteConfig.ts';

const declared = {
  days: { title: 'Days', type: 'number', default: 14, maximum: 90 },
  greeting: { title: 'Greeting', type: 'string', default: 'Welcome' },
};

function configWith(settings: PartSettings[], config: object = declared) {
  const read = jest.fn(() => ({ on: [], settings }));
  const { data } = createTestHost({ routes: { 'GET /flags': read } });
  const contents = createWritable<RemoteContents>(new Map([['mf-lending', remoteContent({ config })]]));
  return { config: watchConfig('mf-lending', contents, data), contents, read };
}

test('a remote has the values of the operator over its defaults', async () => {
  const values = { days: 30 };
  const { config } = configWith([
    { remote: 'mf-other', values: { greeting: 'Hi' } },
    { remote: 'mf-lending', values },
  ]);
  expect(config.get()).toEqual({ days: 14, greeting: 'Welcome' });
  await act(async () => undefined);
  expect(config.get()).toEqual({ days: 30, greeting: 'Welcome' });
});

test('a value that the remote does not take any more gives way to the default', async () => {
  const { config, contents } = configWith([{ remote: 'mf-lending', values: { days: 30, greeting: 7 } }]);
  await act(async () => undefined);
  expect(config.get()).toEqual({ days: 30, greeting: 'Welcome' });
  const changed = { days: { ...declared.days, maximum: 21 } };
  contents.set(new Map([['mf-lending', remoteContent({ config: changed })]]));
  expect(config.get()).toEqual({ days: 14 });
});

test('nothing is read for a remote without settings', async () => {
  const { config, read } = configWith([], {});
  await act(async () => undefined);
  expect(config.get()).toEqual({});
  expect(read).not.toHaveBeenCalled();
});
