import type { TextPassage } from '../../../intake/ingest/ingestedBook.ts';
import { AppError } from '../../../run/common/errors.ts';
import { answerTasks } from '../../../run/processes/answerTasks.ts';
import { findMarks } from './findMarks.ts';
import type { FoundWords, WantedWords } from './findQuotes.ts';
import type { MarkSet } from './formats/mark.ts';
import { readMarks } from './readMarks.ts';

/** Request to the process: read a file, or find words in a book. */
export type MarksTask =
  | { file: Uint8Array }
  | { passages: readonly TextPassage[]; wanted: readonly WantedWords[] };

/** Its response. */
export type MarksAnswer =
  | { sets: MarkSet[] }
  | { found: (FoundWords | null)[] }
  | { problem: AppError['code'] };

answerTasks<MarksTask, MarksAnswer>(async (task) => {
  if ('passages' in task) return { found: findMarks(task.passages, task.wanted) };
  try {
    return { sets: await readMarks(task.file) };
  } catch (error) {
    if (error instanceof AppError) return { problem: error.code };
    throw error;
  }
});
