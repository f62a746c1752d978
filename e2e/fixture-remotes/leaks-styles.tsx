import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useEffect } from 'react';

/** Adds global styles to the document, and leaves them there. */
function LeaksStyles() {
  useEffect(() => {
    const leak = document.createElement('style');
    leak.textContent = 'h1, a, button { color: rgb(255, 0, 0) !important; letter-spacing: 9px !important }';
    document.head.append(leak);
  }, []);
  return <h1>A fixture that leaks</h1>;
}

export default federated({ namespace: 'mf-leaks', component: LeaksStyles });
