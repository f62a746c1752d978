/** @jest-environment node */
import { memoryStorage } from '../testing/memoryStorage.ts';
import { safeStorage } from './safeStorage.ts';

const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index));

it('[Y-02] lists what it has only in memory because the storage is full, so that a sign-out finds it', () => {
  const real = memoryStorage();
  const storage = safeStorage(() => real);
  storage.setItem('first', 'in the storage');
  storage.setItem('second', 'as it was');
  real.setItem = () => {
    throw new DOMException('No.', 'QuotaExceededError');
  };
  storage.setItem('second', 'changed');
  storage.setItem('third', 'in memory');
  expect(keysOf(storage).map((key) => [key, storage.getItem(key ?? '')])).toEqual([
    ['first', 'in the storage'],
    ['second', 'changed'],
    ['third', 'in memory'],
  ]);
});
