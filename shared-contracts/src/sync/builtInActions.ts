import type { ActionType } from '../contract/host.ts';
import type { BuiltInActions } from '../contract/syncActions.ts';
import { annotationActions } from './annotations.ts';
import { type AnyActionType, anyAction, type OwnActions } from './anyAction.ts';
import { binActions } from './bin.ts';
import { bookActions } from './books.ts';
import { collectionActions } from './collections.ts';
import { gamificationActions } from './gamification.ts';
import { noteActions } from './notes.ts';
import { partRowActions } from './partRows.ts';
import { readingActions } from './readings.ts';
import { sessionActions } from './sessions.ts';

const byType: OwnActions<keyof BuiltInActions> = {
  ...annotationActions,
  ...binActions,
  ...bookActions,
  ...collectionActions,
  ...gamificationActions,
  ...noteActions,
  ...partRowActions,
  ...readingActions,
  ...sessionActions,
};

/** All action types of the shell. */
export const builtInActions: readonly AnyActionType[] = Object.entries(byType).map(([type, action]) =>
  anyAction({ ...action, type } as ActionType<unknown>),
);
