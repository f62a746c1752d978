import type { CallRequest, RouteKey } from '../api/routes.ts';
import type { ActionType } from '../contract/host.ts';

/**
 * An action type whose payload type is unknown. Payloads always meet functions of their own type; the casts are
 * limited to `anyAction` and `callOf`.
 */
export type AnyActionType = ActionType<never>;

export function anyAction<P>(type: ActionType<P>): AnyActionType {
  return type as unknown as AnyActionType;
}

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
