import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useLayoutEffect, useState } from 'react';

/** Each render triggers another one. */
function RendersForEver() {
  const [times, setTimes] = useState(0);
  useLayoutEffect(() => setTimes(times + 1));
  return <p>{times}</p>;
}

export default federated({ namespace: 'mf-renders', component: RendersForEver });
