import type { FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { describeFailure } from './failure.ts';
import { type FailedPage, failureText } from './failureText.ts';
import { OwnStyles } from './OwnStyles.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { type LoadPage, useLazy } from './useLazy.ts';
import { useReport } from './useReport.ts';

export interface LazyPageProps {
  /** Must stay the same function for the same page. */
  load: LoadPage;
  /** How it is called when it fails. */
  page: FailedPage;
  /** Pattern of its route: goes into a report instead of the address, which may name a book. */
  route: string;
  params: FederatedProps['params'];
  /** It threw while it was shown. */
  onCrash?: (cause: unknown) => void;
}

/**
 * A page that is loaded when it is shown, the shell's own or a remote's. Whatever happens to it stays here: the
 * shell around it, the session widget and the queue are outside. Give it a `key` for each page.
 */
export function LazyPage({ load, page, route, params, onCrash }: LazyPageProps) {
  const host = useHost();
  const { state, retries, retry, fail } = useLazy(load);
  const report = useReport();

  if (state.status === 'loading') return <PageSkeleton area={page.area} slow={state.slow} />;
  if (state.status === 'failed') {
    const text = failureText(state.failure, page, host.network.get() !== 'offline');
    return (
      <ErrorScreen
        title={text.title}
        page={text.page}
        message={text.message}
        retries={retries}
        onRetry={retry}
        onReport={() => report(route, describeFailure(state.failure), text.area)}
      />
    );
  }
  const Page = state.component;
  return (
    <CrashBoundary
      key={retries}
      onCrash={(cause) => {
        fail({ stage: 'render', code: 'crash', remote: page.name, cause });
        onCrash?.(cause);
      }}
    >
      <OwnStyles page={route}>
        <Page host={host} params={params} />
      </OwnStyles>
    </CrashBoundary>
  );
}
