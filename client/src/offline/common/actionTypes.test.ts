/** @jest-environment node */
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { createActionTypes, unfitPayload, unknownType } from './actionTypes.ts';

const setCover = (): ActionType<{ bookId: string }> => ({
  type: 'SET_COVER',
  priority: 4,
  entity: ({ bookId }) => `book:${bookId}`,
  request: ({ bookId }) => ({ key: 'GET /books/:id', params: { id: bookId } }),
});

describe('types of writes', () => {
  it('a registered type is known until it is taken out again', () => {
    const types = createActionTypes();
    const unregister = types.register(setCover());
    expect(types.get('SET_COVER')).toMatchObject({ priority: 4 });
    unregister();
    expect(types.get('SET_COVER')).toBeUndefined();
  });

  it('taking it out leaves what has been registered since', () => {
    const types = createActionTypes();
    const unregister = types.register(setCover());
    const later = { ...setCover(), priority: 7 };
    types.register(later);
    unregister();
    expect(types.get('SET_COVER')).toBe(later);
  });

  it('a type of the shell is its own: no remote replaces it', () => {
    const types = createActionTypes();
    const own = types.get('CREATE_NOTE');
    expect(() => types.register({ ...setCover(), type: 'CREATE_NOTE' })).toThrow(
      "The sync action type CREATE_NOTE is the shell's own.",
    );
    expect(types.get('CREATE_NOTE')).toBe(own);
  });

  it('a mistake is said with the type that it is about', () => {
    expect(unknownType('SET_COVER').message).toBe('Unknown sync action type: SET_COVER');
    expect(unfitPayload('SET_COVER').message).toBe(
      'The payload is not accepted by the sync action type SET_COVER',
    );
  });
});
