import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract.ts';
import { checkRegistry } from './checkRegistry.ts';
import { createRemotes, type FederationRuntime } from './loadRemote.ts';

const Page = () => null;
const page = 'https://books.example/library';

function setUp(
  change: { contract?: string; manifest?: string; base?: string } = {},
  runtime: Partial<FederationRuntime> = {},
) {
  const description = {
    name: 'mf-library',
    version: '1.0.0',
    contract: change.contract ?? CONTRACT_VERSION,
    exposes: ['LibraryPage', 'UploadPage'],
    manifest: change.manifest ?? 'mf-manifest.json',
    files: [],
  };
  const base = change.base ?? '/remotes/mf-library/1.0.0/';
  const registry = checkRegistry({ remotes: { 'mf-library': { current: { base, description } } } });
  const calls: string[] = [];
  const remotes = createRemotes(
    { load: async () => registry ?? Promise.reject(new Error('none')) },
    {
      registerRemotes: (list) => calls.push(...list.map(({ name, entry }) => `register ${name} ${entry}`)),
      loadRemote: async (id) => {
        calls.push(`load ${id}`);
        return { default: Page };
      },
      ...runtime,
    },
    page,
  );
  return { remotes, calls };
}

describe('loading what a remote exposes', () => {
  it('registers the remote by its manifest when it is first wanted, and loads each module once', async () => {
    const { remotes, calls } = setUp();
    expect(await remotes.load('mf-library', 'LibraryPage')).toEqual({ ok: true, component: Page });
    await remotes.load('mf-library', 'LibraryPage');
    await remotes.load('mf-library', 'UploadPage');
    expect(calls).toEqual([
      'register mf_library https://books.example/remotes/mf-library/1.0.0/mf-manifest.json',
      'load mf_library/LibraryPage',
      'load mf_library/UploadPage',
    ]);
  });

  it.each(['2.0', '0.9', '1.999'])(
    '[MF-02] contract %s does not fit: refused before any of its code loads',
    async (contract) => {
      const { remotes, calls } = setUp({ contract });
      const result = await remotes.load('mf-library', 'LibraryPage');
      expect(result).toMatchObject({
        ok: false,
        failure: { stage: 'gate', code: 'contract', remote: 'mf-library' },
      });
      expect(calls).toEqual([]);
    },
  );

  it.each([
    { manifest: 'https://evil.example/mf-manifest.json' },
    { manifest: '//evil.example/mf-manifest.json' },
    { manifest: '../../other/mf-manifest.json' },
    { manifest: 'javascript:alert(1)' },
  ])('a description cannot name another place for its code: %j', async (change) => {
    const { remotes, calls } = setUp(change);
    expect(await remotes.load('mf-library', 'LibraryPage')).toMatchObject({
      failure: { stage: 'gate', code: 'address' },
    });
    expect(calls).toEqual([]);
  });

  it.each([
    ['nobody published it', 'mf-mentor', 'MentorPage', 'registry', 'not_published'],
    ['it does not expose that', 'mf-library', 'NotesPage', 'gate', 'not_exposed'],
  ] as const)('fails when %s', async (_, remote, expose, stage, code) => {
    expect(await setUp().remotes.load(remote, expose)).toMatchObject({ failure: { stage, code } });
  });

  it.each([
    [
      'its manifest did not come',
      new Error('[ Federation Runtime ]: Failed to get manifest. #RUNTIME-003'),
      'entry',
      'RUNTIME-003',
    ],
    [
      'a chunk did not come',
      Object.assign(new Error('Loading chunk 5 failed'), { name: 'ChunkLoadError' }),
      'entry',
      'ChunkLoadError',
    ],
    ['its code threw', new TypeError('x is not a function'), 'init', 'TypeError'],
  ])('tells apart: %s', async (_, thrown, stage, code) => {
    const { remotes } = setUp({}, { loadRemote: () => Promise.reject(thrown) });
    expect(await remotes.load('mf-library', 'LibraryPage')).toMatchObject({
      failure: { stage, code, cause: thrown },
    });
  });

  it('what is no component is no page', async () => {
    const { remotes } = setUp({}, { loadRemote: async () => ({ default: 5 }) });
    expect(await remotes.load('mf-library', 'LibraryPage')).toMatchObject({ failure: { stage: 'page' } });
  });

  it('[MF-03] a failure is not kept: the next try is a new one', async () => {
    let broken = true;
    const { remotes } = setUp(
      {},
      { loadRemote: async () => (broken ? Promise.reject(new Error('503')) : { default: Page }) },
    );
    expect((await remotes.load('mf-library', 'LibraryPage')).ok).toBe(false);
    broken = false;
    expect((await remotes.load('mf-library', 'LibraryPage')).ok).toBe(true);
  });
});
