import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { GlobalStyle } from '@lectern/shared-ui/GlobalStyle.tsx';

/** Shown when the server address is missing or invalid. It depends on nothing else, since nothing has started yet. */
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
