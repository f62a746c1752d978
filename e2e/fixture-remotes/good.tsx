import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { useState } from 'react';

/** Does what every remote may do: renders shared components, keeps state, knows the reader. */
function Good() {
  const { auth } = useHost();
  const [times, setTimes] = useState(0);
  return (
    <section>
      <h1>A good fixture</h1>
      <p>Read by {auth.user.get()?.name}</p>
      <Button onClick={() => setTimes(times + 1)}>Pressed {times} times</Button>
    </section>
  );
}

export default federated({ namespace: 'mf-good', component: Good });
