import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';

/** When the shell itself has crashed [LY-09]. It uses nothing that may be what crashed. */
export function RootCrash({ onRefresh = () => window.location.reload() }: { onRefresh?: () => void }) {
  return (
    <main>
      <ErrorState
        title="Oops! Something went wrong. Please try refreshing the page"
        message="Your books and what you wrote are safe."
        actions={
          <Button variant="primary" onClick={onRefresh}>
            Refresh Page
          </Button>
        }
      />
    </main>
  );
}
