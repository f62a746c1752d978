/** @jest-environment node */

import type { ActionType, NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { type ActionTypeModules, createActionTypeLoader, createActionTypes } from './actionTypes.ts';

const lend: ActionType<unknown> = {
  type: 'LEND_BOOK',
  priority: 5,
  entity: () => 'loan',
  request: () => ({ key: 'GET /notes' }),
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

function setUp(bring: () => Promise<readonly ActionType<unknown>[]> = async () => [lend]) {
  const types = createActionTypes();
  const load = jest.fn(bring);
  const modules = createWritable<ActionTypeModules>(new Map([['LEND_BOOK', load]]));
  const network = createWritable<NetworkState>('online');
  const loader = createActionTypeLoader({ types, modules, network, register: types.register });
  return { types, load, modules, network, loader, waiting: createWritable<{ type: string }[]>([]) };
}

describe('[T-03] types of queued writes that a remote owns', () => {
  it('come when the queue holds one, though nobody opens a page of the remote', async () => {
    const { types, load, loader, waiting } = setUp();
    loader.follow(waiting);
    expect(load).not.toHaveBeenCalled();
    waiting.set([{ type: 'CREATE_NOTE' }, { type: 'LEND_BOOK' }, { type: 'LEND_BOOK' }]);
    await settle();
    expect(load).toHaveBeenCalledTimes(1);
    expect(types.get('LEND_BOOK')).toBeDefined();
  });

  it('come when the registry says later who owns them', async () => {
    const { types, modules, load, loader, waiting } = setUp();
    modules.set(new Map());
    waiting.set([{ type: 'LEND_BOOK' }]);
    loader.follow(waiting);
    expect(loader.isOwned('LEND_BOOK')).toBe(false);
    modules.set(new Map([['LEND_BOOK', load]]));
    await settle();
    expect(loader.isOwned('LEND_BOOK')).toBe(true);
    expect(types.get('LEND_BOOK')).toBeDefined();
  });

  it('that could not be had are asked for again when the network is back, and not at every turn', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let isThere = false;
    const { types, load, network, loader, waiting } = setUp(async () => {
      if (!isThere) throw new Error('Failed to fetch');
      return [lend];
    });
    waiting.set([{ type: 'LEND_BOOK' }]);
    loader.follow(waiting);
    await settle();
    waiting.set([{ type: 'LEND_BOOK' }]);
    await settle();
    expect(load).toHaveBeenCalledTimes(1);
    network.set('offline');
    await settle();
    isThere = true;
    network.set('online');
    await settle();
    expect(types.get('LEND_BOOK')).toBeDefined();
  });
});
