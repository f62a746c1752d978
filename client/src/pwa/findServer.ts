import { addressOf } from '../common/basePath.ts';
import { limits } from '../offline/common/limits.ts';
import { serverAddress } from './serverAddress.ts';

/**
 * Looks where the server is, when something else answers at its address. If it is elsewhere on this host, the service
 * worker of this address ends.
 * @returns its new address; null when it has none
 */
export async function findServer(root: string): Promise<string | null> {
  // Below another origin it is not moved with the app.
  if (!root.startsWith('/')) return null;
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const worker = container?.controller;
  // A page may not follow a redirection to another origin (connect-src); its worker may.
  const address = worker ? await askWorker(worker, root) : await serverAddress(root);
  if (address === null || address === `${location.origin}${addressOf('/')}`) return null;
  if (new URL(address).origin === location.origin) await (await container?.getRegistration())?.unregister();
  return address;
}

function askWorker(worker: ServiceWorker, root: string): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ type: 'FIND_SERVER', root }, [port2]);
    // A worker of an earlier version does not answer.
    setTimeout(resolve, 2 * limits.reachTimeout, null);
  });
}
