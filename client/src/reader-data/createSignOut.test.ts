/** @jest-environment node */
import type { HostSession, NetworkState, UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import type { StoredAction } from '../offline/queue/index.ts';
import { createSignOut } from './createSignOut.ts';

const note = (id: string) => ({ id, type: 'CREATE_NOTE', timestamp: Number(id) }) as StoredAction;

function setUp({ waiting = 0, flush = () => {} }: { waiting?: number; flush?(left: StoredAction[]): void }) {
  const left = Array.from({ length: waiting }, (_, index) => note(String(index)));
  const ended: string[] = [];
  const network = createWritable<NetworkState>('online');
  const files = createWritable<readonly UploadItem[]>([]);
  const signOut = createSignOut({
    unsent: async () => ({ actions: [...left], uploads: [], entries: {} }),
    canKeep: async () => true,
    flush: async () => flush(left),
    heldUntil: () => null,
    uploads: { items: files },
    session: { active: createWritable(null), stop: async () => {} } as unknown as HostSession,
    network,
    wait: () => new Promise((resolve) => setTimeout(resolve)),
  });
  const leave = async (unsent: string) => {
    ended.push(unsent);
  };
  return { signOut, left, ended, leave, files };
}

describe('signing out', () => {
  it('asks nothing when everything has been sent, or can be sent in time', async () => {
    const nothing = setUp({});
    await nothing.signOut.begin(nothing.leave);
    const quick = setUp({ waiting: 2, flush: (left) => left.splice(0) });
    await quick.signOut.begin(quick.leave);
    expect([nothing.ended, quick.ended]).toEqual([['seal'], ['seal']]);
  });

  it('[S-04] lists unsent changes and acts as the reader decides', async () => {
    for (const choice of ['keep', 'discard', 'cancel'] as const) {
      const { signOut, ended, leave } = setUp({ waiting: 2 });
      await signOut.begin(leave);
      expect(signOut.state.get()).toMatchObject({ step: 'asking', counts: { notes: 2 }, tried: false });
      expect(ended).toEqual([]);
      await signOut[choice]();
      expect(ended).toEqual({ keep: ['seal'], discard: ['discard'], cancel: [] }[choice]);
      expect(signOut.state.get()).toEqual({ step: 'none' });
    }
  });

  it('[AE-09] names a file that had no room in the database; it can be sent or discarded, not kept', async () => {
    const { signOut, ended, leave, files } = setUp({});
    files.set([{ id: 'f1', state: 'sending' } as UploadItem, { id: 'f2', state: 'done' } as UploadItem]);
    await signOut.begin(leave);
    expect(signOut.state.get()).toMatchObject({ step: 'asking', counts: { files: 1 }, canKeep: false });
    expect(ended).toEqual([]);
    files.set([]);
    await signOut.sendNow();
    expect(ended).toEqual(['seal']);
  });

  it('keeps sending until nothing is left; asks again about what cannot be sent', async () => {
    let stuck = true;
    const { signOut, ended, leave } = setUp({
      waiting: 3,
      flush: (left) => {
        if (!stuck) left.pop();
      },
    });
    await signOut.begin(leave);
    await signOut.sendNow();
    expect(signOut.state.get()).toMatchObject({ step: 'asking', tried: true });
    stuck = false;
    const seen: number[] = [];
    signOut.state.subscribe(() => {
      const state = signOut.state.get();
      if (state.step === 'sending') seen.push(state.sent);
    });
    await signOut.sendNow();
    expect(seen).toEqual([0, 1, 2]);
    expect(ended).toEqual(['seal']);
  });
});
