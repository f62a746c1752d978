import type { CallRequest, RouteKey } from '../api/routes.ts';
import type { ActionType } from '../contract/host.ts';

/**
 * A kind of write whose payload is not known here. Payloads are kept as they were handed in, so each meets the
 * functions of its own type again; `anyAction` and `callOf` are the places that say so.
 */
export type AnyActionType = ActionType<never>;

export function anyAction<P>(type: ActionType<P>): AnyActionType {
  return type as unknown as AnyActionType;
}

/** The thing that a write is about; null when this version of its type cannot read the payload. */
export function entityOf(type: AnyActionType, payload: unknown): string | null {
  try {
    return type.entity(payload as never);
  } catch {
    return null;
  }
}

/** The call that does a write, in two parts as `api.call` takes them. */
export function callOf(
  type: AnyActionType,
  payload: unknown,
): { key: RouteKey; request: CallRequest<RouteKey> } {
  const { key, ...request } = type.request(payload as never);
  return { key, request: request as unknown as CallRequest<RouteKey> };
}
