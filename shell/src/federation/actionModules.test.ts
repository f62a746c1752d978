import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { actionModulesOf } from './actionModules.ts';
import type { Failure } from './failure.ts';
import type { Loader } from './loader.ts';
import type { CheckedContent, RemoteContents } from './remoteContent.ts';

const contentWith = (actions: CheckedContent['actions']) => ({ actions }) as CheckedContent;
const action = (type: string) => ({ type, request: () => null }) as unknown as ActionType<unknown>;

/** Remotes by name, each with one module of queued writes, and what that module gives. */
function remotesWith(modules: Record<string, { types: string[]; gives: unknown }>) {
  const asked: string[] = [];
  const contents: RemoteContents = new Map(
    Object.entries(modules).map(([remote, { types }]) => [
      remote,
      contentWith([{ types, expose: 'actions' }]),
    ]),
  );
  const loadModule: Loader['loadModule'] = async ({ remote, expose }) => {
    asked.push(`${remote}/${expose}`);
    return { ok: true, module: modules[remote]?.gives };
  };
  return { contents, asked, known: () => actionModulesOf(contents, { loadModule }) };
}

describe('the queued writes that remotes own', () => {
  it('[OF-03] are loaded by their type, from the remote that owns it, when the queue holds one', async () => {
    const lend = action('LEND');
    const { known, asked } = remotesWith({
      'mf-lending': { types: ['LEND', 'RETURN'], gives: { default: [lend, action('RETURN')] } },
      'mf-notes': { types: ['ADD'], gives: { default: [action('ADD')] } },
    });
    expect([...known().keys()]).toEqual(['LEND', 'RETURN', 'ADD']);
    expect(asked).toEqual([]);
    expect(await known().get('LEND')?.()).toContain(lend);
    expect(asked).toEqual(['mf-lending/actions']);
  });

  it('of two owners of one type the first stays', async () => {
    const { known, asked } = remotesWith({
      'mf-first': { types: ['LEND'], gives: { default: [action('LEND')] } },
      'mf-second': { types: ['LEND', 'GIVE'], gives: { default: [action('LEND'), action('GIVE')] } },
    });
    await known().get('LEND')?.();
    expect(asked).toEqual(['mf-first/actions']);
    await known().get('GIVE')?.();
    expect(asked).toEqual(['mf-first/actions', 'mf-second/actions']);
  });

  it('are those that the remote has described, and have the shape of one', async () => {
    const lend = action('LEND');
    const given = [
      lend,
      action('STEAL'),
      { type: 'LEND' },
      { type: 5, request: () => null },
      null,
      undefined,
    ];
    const { known } = remotesWith({ 'mf-lending': { types: ['LEND'], gives: { default: given } } });
    expect(await known().get('LEND')?.()).toEqual([lend]);
  });

  it.each([
    ['nothing', null],
    ['no object', 'actions'],
    ['no default export', {}],
    ['a default export that is no list', { default: { type: 'LEND' } }],
  ])('are none where the module gives %s', async (_what, gives) => {
    const { known } = remotesWith({ 'mf-lending': { types: ['LEND'], gives } });
    expect(await known().get('LEND')?.()).toEqual([]);
  });

  it('are not given up where the module does not come: that says which remote, and why', async () => {
    const failure: Failure = {
      stage: 'expose',
      code: 'missing',
      remote: 'mf-lending',
      version: '1.0.0',
    } as never;
    const contents: RemoteContents = new Map([
      ['mf-lending', contentWith([{ types: ['LEND'], expose: 'actions' }])],
    ]);
    const modules = actionModulesOf(contents, { loadModule: async () => ({ ok: false, failure }) });
    await expect(modules.get('LEND')?.()).rejects.toMatchObject({
      message: 'The queued writes of mf-lending could not be loaded.',
      cause: failure,
    });
  });

  it('are worked out once for a registry', () => {
    const { known } = remotesWith({ 'mf-lending': { types: ['LEND'], gives: null } });
    expect(known()).toBe(known());
  });
});
