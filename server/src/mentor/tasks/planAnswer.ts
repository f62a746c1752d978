import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';
import type { AnswerPlan, MentorQuestion, TaskContext } from '../answerPlan.ts';
import { isFollowUp } from '../question/followUp.ts';
import { asksToExplain, intentIn } from '../question/intents.ts';
import type { Intent } from '../question/languages/intentPhrases.ts';
import { quotedWords } from '../question/question.ts';
import { withTitlesAsSpelled } from '../titlesAsTyped.ts';
import { ask } from './ask.ts';
import { bookBefore } from './bookBefore.ts';
import { connect } from './connect.ts';
import { explain } from './explain.ts';
import { next, plan } from './plan.ts';
import { questionOfOtherBook } from './questionOfOtherBook.ts';
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
  const { db, services } = context;
  const spelled = (text: string) => withTitlesAsSpelled(db, services, context.asked.userId, text);
  const text = await spelled(context.asked.text);
  const ofOtherBook = await questionOfOtherBook({ db, asked: { ...context.asked, text } }, spelled);
  const asked = { ...context.asked, ...ofOtherBook };
  const earlier = isFollowUp(asked.text)
    ? { ...asked.earlier, questions: await Promise.all(asked.earlier.questions.map(spelled)) }
    : asked.earlier;
  const task = asked.task ?? taskOf(asked);
  const complete = { ...asked, text: ofOtherBook?.text ?? text, earlier };
  const bookId = await bookBefore({ db, asked: complete }, spelled);
  return tasks[task]({ ...context, asked: { ...complete, bookId } });
}

/** The task by the words of the question. Buttons of the page send it by name. */
function taskOf({ text, bookId }: MentorQuestion): MentorTask {
  const question = text.replace(/^> .*$/gm, '');
  if (quotedWords(text) !== null && bookId !== null && asksToExplain(question)) return 'explain';
  const intent = intentIn(question);
  return intent !== null && isTask(intent) ? intent : 'ask';
}

/** Other intents are answered by `ask`: about the reader's library and sessions, or about one book. */
const isTask = (intent: Intent): intent is Intent & MentorTask => intent in tasks;
