import type { CallRequest, CallResponse, ReadKey, RouteKey } from '../api/routes.ts';
import type { ActionType } from '../contract/host.ts';
import type { BuiltInActions } from '../contract/syncActions.ts';

/**
 * An action type whose payload type is unknown. Payloads always meet functions of their own type; the casts are
 * limited to `anyAction` and `callOf`.
 */
export type AnyActionType = ActionType<never>;

export function anyAction<P>(type: ActionType<P>): AnyActionType {
  return type as unknown as AnyActionType;
}

/** Action types of the shell by their names. */
export type OwnActions<Name extends keyof BuiltInActions> = {
  readonly [Type in Name]: Omit<ActionType<BuiltInActions[Type]>, 'type'>;
};

/** Key of the changed entity; null when this version of the type cannot read the payload. */
export function entityOf(type: AnyActionType, payload: unknown): string | null {
  try {
    return type.entity(payload as never);
  } catch {
    return null;
  }
}

/** The call that sends a write, split into the arguments of `api.call`. */
export function callOf(
  type: AnyActionType,
  payload: unknown,
): { key: RouteKey; request: CallRequest<RouteKey> } {
  const { key, ...request } = type.request(payload as never);
  return { key, request: request as unknown as CallRequest<RouteKey> };
}

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
