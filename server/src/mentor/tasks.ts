import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';
import type { Asked, Brief, TaskContext } from './brief.ts';
import { quotedWords } from './question.ts';
import { ask } from './tasks/ask.ts';
import { connect } from './tasks/connect.ts';
import { explain } from './tasks/explain.ts';
import { next, plan } from './tasks/plan.ts';
import { quiz } from './tasks/quiz.ts';
import { review } from './tasks/review.ts';
import { summary } from './tasks/summary.ts';
import { asksToExplain, wishIn } from './wishes.ts';

const tasks: Record<MentorTask, (context: TaskContext) => Promise<Brief>> = {
  ask,
  explain,
  summary,
  connect,
  quiz,
  next,
  plan,
  review,
};

/** Does what is asked: gathers what is needed for it, and puts the answer together that needs no model. */
export async function briefFor(context: TaskContext): Promise<Brief> {
  return tasks[context.asked.task ?? taskOf(context.asked)](context);
}

/** The task that the words ask for; the page's buttons say it by name. */
function taskOf({ text, bookId }: Asked): MentorTask {
  const own = text.replace(/^> .*$/gm, '');
  if (quotedWords(text) !== null && bookId !== null && asksToExplain(own)) return 'explain';
  const wish = wishIn(own);
  return wish === null || wish === 'underWay' || wish === 'habit' ? 'ask' : wish;
}
