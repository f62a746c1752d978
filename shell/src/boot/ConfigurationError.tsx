import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { GlobalStyle } from '@lectern/shared-ui/GlobalStyle.tsx';

/** Nothing works without a server: say so, and say what to do. It stands alone, before anything else has started. */
export function ConfigurationError({ problem }: { problem: string }) {
  return (
    <>
      <GlobalStyle />
      <main>
        <title>Configuration error · Lectern</title>
        <ErrorState
          title="Configuration error"
          message={problem}
          detail={
            <>
              Whoever runs this server can mend it: the element <code>{'<meta name="lectern-server">'}</code>{' '}
              of the page names the address of the API, <code>/v1</code> for example.
            </>
          }
        />
      </main>
    </>
  );
}
