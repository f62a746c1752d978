/** @jest-environment node */
import type { Failure } from '@lectern/client/registry/failure.ts';
import type { CheckedContent, RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { actionModulesBy } from './actionModules.ts';
import type { Loader } from './loader.ts';

const contentWith = (actions: CheckedContent['actions']) => ({ actions }) as CheckedContent;
const action = (type: string) => ({ type, request: () => null }) as unknown as ActionType<unknown>;

/** Remotes by name, each with one module of queued writes and its exports. */
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
  const modulesOf = actionModulesBy({ loadModule });
  return { contents, asked, known: () => modulesOf(contents) };
}

describe('queued writes owned by remotes', () => {
  it('[OF-03] are loaded by type from the owning remote when the queue contains one', async () => {
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

  it('belong to the first of two owners of a type', async () => {
    const { known, asked } = remotesWith({
      'mf-first': { types: ['LEND'], gives: { default: [action('LEND')] } },
      'mf-second': { types: ['LEND', 'GIVE'], gives: { default: [action('LEND'), action('GIVE')] } },
    });
    await known().get('LEND')?.();
    expect(asked).toEqual(['mf-first/actions']);
    await known().get('GIVE')?.();
    expect(asked).toEqual(['mf-first/actions', 'mf-second/actions']);
  });

  it('must be declared by the remote and have a valid shape', async () => {
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
    ['a string', 'actions'],
    ['no default export', {}],
    ['a default export that is not a list', { default: { type: 'LEND' } }],
  ])('are empty when the module exports %s', async (_what, gives) => {
    const { known } = remotesWith({ 'mf-lending': { types: ['LEND'], gives } });
    expect(await known().get('LEND')?.()).toEqual([]);
  });

  it('are kept when the module cannot be loaded, and the error names the remote', async () => {
    const failure: Failure = {
      stage: 'expose',
      code: 'missing',
      remote: 'mf-lending',
      version: '1.0.0',
    } as never;
    const contents: RemoteContents = new Map([
      ['mf-lending', contentWith([{ types: ['LEND'], expose: 'actions' }])],
    ]);
    const modules = actionModulesBy({ loadModule: async () => ({ ok: false, failure }) })(contents);
    await expect(modules.get('LEND')?.()).rejects.toMatchObject({
      message: 'The queued writes of mf-lending could not be loaded.',
      cause: failure,
    });
  });

  it('are computed once per registry', () => {
    const { known } = remotesWith({ 'mf-lending': { types: ['LEND'], gives: null } });
    expect(known()).toBe(known());
  });
});
