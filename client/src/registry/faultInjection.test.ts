/** @jest-environment node */
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { safeStorage } from '../common/safeStorage.ts';
import { checkRegistry } from './checkRegistry.ts';
import { applyFaults, clearFaults, type FaultKind, readFaults, writeFault } from './faultInjection.ts';

const memory = () =>
  safeStorage(() => {
    throw new Error('in memory');
  });
const published = (version: string) => ({
  base: `/remotes/mf-a/${version}/`,
  description: { name: 'mf-a', version, contract: '1.3', exposes: ['Page'], manifest: 'm.json', files: [] },
});
const registry = checkRegistry({
  remotes: { 'mf-a': { current: published('2'), previous: published('1') } },
});
if (!registry) throw new Error('The registry of the test is not sound.');
const withFault = (fault: FaultKind) => applyFaults({ 'mf-a': fault, 'mf-unknown': fault }, registry);

describe('fault injection', () => {
  it('keeps faults until they are switched off, each for one remote', () => {
    const storage = memory();
    writeFault(storage, 'mf-a', 'slow');
    writeFault(storage, 'mf-b', 'failing');
    writeFault(storage, 'mf-a', null);
    expect(readFaults(storage)).toEqual({ 'mf-b': 'failing' });
    clearFaults(storage);
    expect(readFaults(storage)).toEqual({});
  });

  it.each(['', '5', '{"mf-a":"sudden"}', '{"mf-a":5}'])('ignores the stored value %j', (text) => {
    const storage = memory();
    storage.setItem(storageKeys.faults, text);
    expect(readFaults(storage)).toEqual({});
  });

  it('makes a remote slow, missing, outdated or built for another contract, and lists it', () => {
    expect(withFault('slow').delays?.get('mf-a')).toBe(10_000);
    const current = (fault: FaultKind) => withFault(fault).remotes.get('mf-a')?.current;
    expect(current('failing')?.base).toBe('/remotes/mf-a/2/not-there/');
    expect(current('stale')?.description.version).toBe('1');
    expect(current('contract')?.description.contract).toBe('0.0');
    expect(withFault('stale').faults).toEqual(['mf-a (stale)']);
    expect(applyFaults({}, registry)).toBe(registry);
  });
});
