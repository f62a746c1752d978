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

/** How each task is asked for in English; the page says it by name, in any language. */
const wordings: readonly (readonly [MentorTask, RegExp])[] = [
  [
    'summary',
    /\b(sum(med|s)? (it |this |that )?up|summar(y|ise|ize)|recap|the story so far|happened so far|read so far)\b/i,
  ],
  ['quiz', /\b(quiz|test) me\b|\bask me (some |five |a few )?questions\b/i],
  ['plan', /\breading plan\b|\bplan (for )?my reading\b/i],
  ['next', /\bread(ing)?\b.*\bnext\b|\bnext\b.*\bread\b|\b(suggest|recommend)\b.*\b(book|read|me)\b/i],
  ['review', /\b(write|draft|begin|start|help)\b.*\breview\b|\binto a review\b/i],
  ['connect', /\bconnect(s|ed|ions?)?\b|\bin common\b/i],
];

function taskOf({ text, bookId }: Asked): MentorTask {
  if (
    quotedWords(text) !== null &&
    bookId !== null &&
    /\b(explain|mean(s|ing|t)?|what is this)\b/i.test(text)
  ) {
    return 'explain';
  }
  const own = text.replace(/^> .*$/gm, '');
  return wordings.find(([, wording]) => wording.test(own))?.[0] ?? 'ask';
}
