import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import type { PointName } from '@lectern/shared-contracts/contract/points.ts';
import { act, screen } from '@testing-library/react';
import { createTestShell, renderInShell, type TestShellOptions } from '../../testing/testShell.tsx';

const tab = 'mf-library/book-tab' as PointName;
const passage = { bookId: 'b1', format: 'epub', text: 'Call me Ishmael.', page: 1, position: null };

/** A shell whose only foreign remote fills these points. */
function shellWith(
  fills: readonly object[],
  modules: Record<string, unknown> = {},
  { points = [], ...options }: TestShellOptions & { points?: readonly object[] } = {},
) {
  const remotes = Object.fromEntries(
    Object.entries({ Part: () => <p>Lent to Emily</p>, ...modules }).map(([expose, module]) => [
      `mf-lending/${expose}`,
      () => ({ default: module }),
    ]),
  );
  const shell = createTestShell({ ...options, remotes, content: { 'mf-lending': { fills, points } } });
  const told = jest.spyOn(shell.loader, 'reportRejected');
  return { shell, told };
}

const ofLending = (shell: { host: Host }, name: PointName) =>
  shell.host
    .point(name)
    .get()
    .filter(({ remote }) => remote === 'mf-lending');

const fill = { point: tab, expose: 'Part', name: 'Lending' };

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('a point', () => {
  it('has the parts that fill it, in order, and shows them', async () => {
    const { shell } = shellWith([
      { ...fill, order: 2, name: 'Second' },
      { ...fill, order: 1, name: 'First' },
    ]);
    const fills = ofLending(shell, tab);
    expect(fills.map(({ label }) => label)).toEqual(['First', 'Second']);
    const book = { id: 'b1', title: 'Walden', format: 'epub' };
    await renderInShell(fills[0]?.render({ book, format: 'epub' } as never), shell);
    expect(await screen.findByText('Lent to Emily')).toBeInTheDocument();
  });

  it.each([
    ['for another version of the point', { ...fill, version: 2 }, 'point_version book-tab'],
    ['for a point that nobody offers', { ...fill, point: 'mf-library/nothing' }, null],
  ])('leaves out a part that was made %s', (_, one, code) => {
    const { shell, told } = shellWith([one]);
    expect(ofLending(shell, one.point as PointName)).toEqual([]);
    expect(told.mock.calls.map(([part, why]) => [part.remote, why])).toEqual(
      code === null ? [] : [['mf-lending', code]],
    );
  });

  it('keeps an input of the wrong shape from the parts, and tells the operator who offers it', async () => {
    const { shell, told } = shellWith([fill]);
    await renderInShell(ofLending(shell, tab)[0]?.render({ book: 'b1' } as never), shell);
    expect(screen.queryByText('Lent to Emily')).not.toBeInTheDocument();
    expect(told).toHaveBeenCalledWith({ remote: 'mf-library', expose: 'book-tab' }, 'point_input');
  });

  it.each([{ type: 'object', properties: null }, { anyOf: [null] }, { enum: ['Ann'] }])(
    'whose own schema is wrong (%j) stays empty, and the operator is told who offers it',
    (input) => {
      const point = 'mf-lending/reminder' as PointName;
      const points = [{ name: 'reminder', version: 1, kind: 'component', title: 'Reminder', input }];
      const { shell, told } = shellWith([{ ...fill, point }], {}, { points });
      expect(ofLending(shell, point)[0]?.isFor({} as never)).toBe(false);
      expect(told).toHaveBeenCalledWith({ remote: 'mf-lending', expose: 'reminder' }, 'point_input');
    },
  );

  it('[MF-03] shows one line for a part that throws; the others stay', async () => {
    const Throws = () => {
      throw new Error('It broke.');
    };
    const { shell } = shellWith([fill, { ...fill, expose: 'Throws', name: 'Broken' }], { Throws });
    const input = { book: { id: 'b1', title: 'Walden', format: 'epub' }, format: 'epub' } as never;
    await renderInShell(
      ofLending(shell, tab).map((one) => <div key={one.id}>{one.render(input)}</div>),
      shell,
    );
    expect(await screen.findByText('Broken cannot be shown right now.')).toBeInTheDocument();
    expect(screen.getByText('Lent to Emily')).toBeInTheDocument();
  });
});

describe('a function at a point', () => {
  const action = { point: 'mf-reader/selection-action', expose: 'Run', name: 'Lend' };
  const name = 'mf-reader/selection-action' as PointName;

  it('gets the input and the Host', async () => {
    const run = jest.fn((_input: unknown, host: Host) => host.contract);
    const { shell } = shellWith([action], { Run: run });
    await expect(ofLending(shell, name)[0]?.run(passage as never)).resolves.toBe(shell.host.contract);
    expect(run.mock.calls[0]?.[0]).toEqual(passage);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('It broke.');
      },
    ],
    ['is no function', 'nothing'],
  ])('[MF-03] that %s is a sentence with its name', async (_, run) => {
    const { shell } = shellWith([action], { Run: run });
    await expect(ofLending(shell, name)[0]?.run(passage as never)).rejects.toMatchObject({
      name: 'HostError',
      message: 'Lend did not work. Please try again.',
    });
  });

  it('[MF-03] that cannot be loaded is a sentence with its name', async () => {
    const { shell } = shellWith([{ ...action, expose: 'Missing' }]);
    await expect(ofLending(shell, name)[0]?.run(passage as never)).rejects.toMatchObject({
      message: 'Lend could not be loaded. Please try again.',
    });
  });
});

describe('a condition', () => {
  it.each<[object, TestShellOptions, number]>([
    [{ role: 'admin' }, { roles: ['admin'] }, 1],
    [{ role: 'admin' }, {}, 0],
    [{ online: true }, { network: 'online' }, 1],
    [{ online: true }, { network: 'offline' }, 0],
    [{ online: false }, { network: 'offline' }, 1],
    [{ language: ['en'], online: true }, { network: 'online' }, 1],
    [{ language: ['de'] }, {}, 0],
  ])('%j holds for %j: %i', async (when, options, count) => {
    const { shell } = shellWith([{ ...fill, when }], {}, options);
    await shell.auth.start();
    expect(ofLending(shell, tab)).toHaveLength(count);
  });

  it('of a flag holds once the flag is known to be on', async () => {
    const { shell } = shellWith(
      [{ ...fill, when: { flag: 'mf-lending/tab' } }],
      {},
      {
        routes: { 'GET /flags': () => ({ on: ['mf-lending/tab'] }) },
      },
    );
    expect(ofLending(shell, tab)).toEqual([]);
    await act(async () => undefined);
    expect(ofLending(shell, tab)).toHaveLength(1);
  });

  it('of a format is about what the point gives', () => {
    const { shell } = shellWith([{ ...fill, when: { format: ['pdf'] } }]);
    const [one] = ofLending(shell, tab);
    const book = { id: 'b1', title: 'Walden', format: 'pdf' };
    expect(one?.isFor({ book, format: 'pdf' } as never)).toBe(true);
    expect(one?.isFor({ book, format: 'epub' } as never)).toBe(false);
  });
});
