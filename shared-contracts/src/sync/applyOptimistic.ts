import type { CallRequest, CallResponse, ReadKey } from '../api/routes.ts';
import type { AnyActionType } from './anyAction.ts';

/** Applies pending writes to a response, oldest first. */
export function applyOptimistic<K extends ReadKey>(
  key: K,
  request: CallRequest<K>,
  answer: CallResponse<K>,
  actions: readonly { type: string; payload: unknown }[],
  typeOf: (type: string) => AnyActionType | undefined,
): CallResponse<K> {
  return actions.reduce((value, action) => {
    const overlay = typeOf(action.type)?.overlay?.[key];
    return overlay ? overlay(value, action.payload as never, request) : value;
  }, answer);
}
