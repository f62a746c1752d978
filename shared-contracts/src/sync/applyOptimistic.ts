import type { CallRequest, CallResponse, ReadKey } from '../api/routes.ts';
import type { AnyActionType } from './anyAction.ts';

/**
 * An answer of the server with the effect of the waiting writes, oldest first. A write whose payload this version of
 * its type cannot read has no effect: pages show the others.
 */
export function applyOptimistic<K extends ReadKey>(
  key: K,
  request: CallRequest<K>,
  answer: CallResponse<K>,
  actions: readonly { type: string; payload: unknown }[],
  typeOf: (type: string) => AnyActionType | undefined,
): CallResponse<K> {
  return actions.reduce((value, action) => {
    const overlay = typeOf(action.type)?.overlay?.[key];
    try {
      return overlay ? overlay(value, action.payload as never, request) : value;
    } catch {
      return value;
    }
  }, answer);
}
