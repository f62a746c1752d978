import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { crashTexts } from './crashTexts.ts';

/** Shown when the shell itself has crashed [LY-09]. It depends on nothing that may have crashed. */
export function RootCrash({ onRefresh = () => window.location.reload() }: { onRefresh?: () => void }) {
  return (
    <main>
      <ErrorState
        title={crashTexts.title}
        message={crashTexts.message}
        actions={
          <Button variant="primary" onClick={onRefresh}>
            {crashTexts.refresh}
          </Button>
        }
      />
    </main>
  );
}
