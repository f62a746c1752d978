import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { type AnyActionType, anyAction } from '@lectern/shared-contracts/sync/anyAction.ts';
import { builtInActions } from '@lectern/shared-contracts/sync/builtInActions.ts';

export interface ActionTypes {
  get(type: string): AnyActionType | undefined;
  /** Whether a remote owns this type; its module need not be loaded yet. Such a write is not refused as unknown. */
  isOwned?(type: string): boolean;
  /**
   * @returns a function that unregisters the type, unless it was registered again since
   * @throws Error for a type of the shell: no remote may replace it
   */
  register<P>(type: ActionType<P>): () => void;
}

export function createActionTypes(): ActionTypes {
  const own = new Set(builtInActions.map(({ type }) => type));
  const types = new Map(builtInActions.map((type) => [type.type, type]));
  return {
    get: (type) => types.get(type),
    register(type) {
      if (own.has(type.type)) throw new Error(`The sync action type ${type.type} is the shell's own.`);
      const registered = anyAction(type);
      types.set(type.type, registered);
      return () => {
        if (types.get(type.type) === registered) types.delete(type.type);
      };
    },
  };
}

export function unknownType(type: string): Error {
  return new Error(`Unknown sync action type: ${type}`);
}

/** For the developer of the caller. */
export function unfitPayload(type: string): Error {
  return new Error(`The payload is not accepted by the sync action type ${type}`);
}
