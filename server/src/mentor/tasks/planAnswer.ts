import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';
import type { AnswerPlan, MentorQuestion, TaskContext } from '../answerPlan.ts';
import { asksToExplain, intentIn } from '../intents.ts';
import type { Intent } from '../languages/intentPhrases.ts';
import { quotedWords } from '../question.ts';
import { ask } from './ask.ts';
import { connect } from './connect.ts';
import { explain } from './explain.ts';
import { next, plan } from './plan.ts';
import { quiz } from './quiz.ts';
import { review } from './review.ts';
import { summary } from './summary.ts';

const tasks: Record<MentorTask, (context: TaskContext) => Promise<AnswerPlan>> = {
  ask,
  explain,
  summary,
  connect,
  quiz,
  next,
  plan,
  review,
};

/** Runs the task of a question: collects its sources and the answer without a model. */
export async function planAnswer(context: TaskContext): Promise<AnswerPlan> {
  return tasks[context.asked.task ?? taskOf(context.asked)](context);
}

/** The task by the words of the question. Buttons of the page send it by name. */
function taskOf({ text, bookId }: MentorQuestion): MentorTask {
  const question = text.replace(/^> .*$/gm, '');
  if (quotedWords(text) !== null && bookId !== null && asksToExplain(question)) return 'explain';
  const intent = intentIn(question);
  return intent === null || isAnsweredByAsk(intent) ? 'ask' : intent;
}

const answeredByAsk: ReadonlySet<Intent> = new Set([
  'underWay',
  'finished',
  'habit',
  'timeLeft',
  'bookLeft',
  'highlights',
  'lookedUp',
  'author',
  'opinion',
  'place',
  'aboutBook',
  'beginning',
  'ending',
]);

/** Intents that are no tasks of their own: about the reader's shelves, sessions and highlights, or about one book. */
function isAnsweredByAsk(intent: Intent): intent is Exclude<Intent, MentorTask> {
  return answeredByAsk.has(intent);
}
