import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import { accountExamples } from './accountExamples.ts';
import { adminExamples } from './adminExamples.ts';
import { annotationExamples } from './annotationExamples.ts';
import { bookExamples } from './bookExamples.ts';
import type { Example, ExampleContext, ExampleRequest } from './example.ts';
import { netExamples } from './netExamples.ts';
import { readingExamples } from './readingExamples.ts';
import { searchExamples } from './searchExamples.ts';
import { systemExamples } from './systemExamples.ts';

/** A request to every route of the contract. */
export function exampleRequests(context: ExampleContext): (key: RouteKey) => Promise<ExampleRequest> {
  const examples: Record<RouteKey, Example> = {
    ...accountExamples(context),
    ...adminExamples(context),
    ...bookExamples(context),
    ...netExamples(context),
    ...annotationExamples(context),
    ...searchExamples(context),
    ...readingExamples(context),
    ...systemExamples,
  };
  return async (key) => ({ by: context.admin, ...(await examples[key]()) });
}
