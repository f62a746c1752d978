/** @jest-environment node */

import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { safeStorage } from '../../common/safeStorage.ts';
import { createPreferences } from './preferences.ts';

function setUp(
  storage = safeStorage(() => {
    throw new Error('in memory');
  }),
) {
  const user = createWritable<User | null>(testUser);
  const events = new EventTarget();
  return { preferences: createPreferences({ storage, user, events }), storage, user, events };
}

describe('preferences', () => {
  it('are stored, and subscribers are notified', () => {
    const { preferences, storage } = setUp();
    const view = preferences.watch('library.view', 'grid');
    const told = jest.fn();
    view.subscribe(told);
    preferences.set('library.view', 'list');
    expect(view.get()).toBe('list');
    expect(told).toHaveBeenCalledTimes(1);
    expect(setUp(storage).preferences.watch('library.view', 'grid').get()).toBe('list');
  });

  it('keep the same object until they change', () => {
    const { preferences, events } = setUp();
    preferences.set('appearance', { size: 18 });
    const before = preferences.watch('appearance', { size: 16 }).get();
    events.dispatchEvent(new Event('storage'));
    expect(preferences.watch('appearance', { size: 16 }).get()).toBe(before);
  });

  it('are stored per reader', () => {
    const { preferences, user } = setUp();
    const view = preferences.watch('library.view', 'grid');
    preferences.set('library.view', 'list');
    user.set({ ...testUser, id: 'someone-else' });
    expect(view.get()).toBe('grid');
    user.set(testUser);
    expect(view.get()).toBe('list');
  });

  it('follow another tab', () => {
    const { preferences, storage, events } = setUp();
    const view = preferences.watch('library.view', 'grid');
    setUp(storage).preferences.set('library.view', 'list');
    events.dispatchEvent(new Event('storage'));
    expect(view.get()).toBe('list');
  });

  it('have their initial value when the stored one cannot be read', () => {
    const { preferences, storage } = setUp();
    storage.setItem(`lectern.preference.${testUser.id}.broken`, '{');
    expect(preferences.watch('broken', 5).get()).toBe(5);
  });

  it.each<[string, unknown, unknown]>([
    ['a text for a list', 'x', []],
    ['a list with nothing in it for texts', [null], ['a']],
    ['a number among texts', [5], ['a']],
    ['fields for a switch', {}, false],
    ['a list for fields', [], { size: 16 }],
    ['a number for a text', 5, 'grid'],
  ])('[F-03] have their initial value when the stored one has another type: %s', (_, stored, initial) => {
    const { preferences, storage } = setUp();
    storage.setItem(`lectern.preference.${testUser.id}.changed`, JSON.stringify(stored));
    expect(preferences.watch('changed', initial).get()).toBe(initial);
  });
});
