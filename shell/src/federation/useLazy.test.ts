import { act, renderHook } from '@testing-library/react';
import type { Failure } from './failure.ts';
import { keepLoaded } from './keepLoaded.ts';
import type { Loaded } from './loadRemote.ts';
import { federatedComponent } from './remoteComponent.ts';
import { useLazy } from './useLazy.ts';

const Page = federatedComponent(() => null);
const crash: Failure = { stage: 'render', code: 'crash', remote: 'mf-library', cause: null };
const there = (): Promise<Loaded> => Promise.resolve({ ok: true, component: Page });

describe('a page whose code has come before', () => {
  it('is there in the render that wants it', async () => {
    const load = keepLoaded(there);
    await load();
    const { result } = renderHook(() => useLazy(load).state.status);
    expect(result.current).toBe('ready');
  });

  it('is loaded anew after it has crashed', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const asked = jest.fn(there);
    const load = keepLoaded(asked);
    await load();
    const { result } = renderHook(() => useLazy(load));
    act(() => result.current.fail(crash));
    expect(result.current.state.status).toBe('failed');
    await act(async () => result.current.retry());
    expect(result.current.state.status).toBe('ready');
    expect(asked).toHaveBeenCalledTimes(2);
    jest.restoreAllMocks();
  });

  it('is not kept when it did not come', async () => {
    const asked = jest.fn((): Promise<Loaded> => Promise.resolve({ ok: false, failure: crash }));
    const load = keepLoaded(asked);
    await load();
    await load();
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
