import type { ActionType } from '../contract/host.ts';
import type { BuiltInActions } from '../contract/syncActions.ts';
import {
  createHighlight,
  deleteBookmark,
  deleteHighlight,
  deleteWord,
  saveWord,
  updateBookmark,
  updateHighlight,
} from './annotations.ts';
import { type AnyActionType, anyAction } from './anyAction.ts';
import { deleteFromBin, emptyBin, restoreFromBin } from './bin.ts';
import { deleteBook, updateBook, updateProgress } from './books.ts';
import { deleteCollection, saveCollection } from './collections.ts';
import { createGoal, deleteGoal, gamificationAction, saveGamificationSettings } from './gamification.ts';
import { createNote, deleteNote, updateNote } from './notes.ts';
import { deletePartRow, putPartRow } from './partRows.ts';
import { deleteReading, saveReading } from './readings.ts';
import { deleteSession, editSession, recordSession, sessionEnd, sessionStart } from './sessions.ts';

const byType: { readonly [T in keyof BuiltInActions]: ActionType<BuiltInActions[T]> } = {
  UPDATE_PROGRESS: updateProgress,
  CREATE_NOTE: createNote,
  UPDATE_NOTE: updateNote,
  DELETE_NOTE: deleteNote,
  CREATE_HIGHLIGHT: createHighlight,
  UPDATE_HIGHLIGHT: updateHighlight,
  DELETE_HIGHLIGHT: deleteHighlight,
  UPDATE_BOOKMARK: updateBookmark,
  DELETE_BOOKMARK: deleteBookmark,
  SAVE_WORD: saveWord,
  DELETE_WORD: deleteWord,
  UPDATE_BOOK: updateBook,
  DELETE_BOOK: deleteBook,
  SAVE_COLLECTION: saveCollection,
  DELETE_COLLECTION: deleteCollection,
  SESSION_START: sessionStart,
  SESSION_END: sessionEnd,
  RECORD_SESSION: recordSession,
  EDIT_SESSION: editSession,
  DELETE_SESSION: deleteSession,
  SAVE_READING: saveReading,
  DELETE_READING: deleteReading,
  PUT_PART_ROW: putPartRow,
  DELETE_PART_ROW: deletePartRow,
  CREATE_GOAL: createGoal,
  DELETE_GOAL: deleteGoal,
  SAVE_GAMIFICATION_SETTINGS: saveGamificationSettings,
  GAMIFICATION_ACTION: gamificationAction,
  RESTORE_FROM_BIN: restoreFromBin,
  DELETE_FROM_BIN: deleteFromBin,
  EMPTY_BIN: emptyBin,
};

/** All action types of the shell. */
export const builtInActions: readonly AnyActionType[] = Object.values(byType).map((type) =>
  anyAction(type as ActionType<unknown>),
);
