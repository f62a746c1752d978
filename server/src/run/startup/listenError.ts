import { StartError } from '../common/errors.ts';

/**
 * Explains an error of listen(); returns other errors unchanged.
 * @param settings with host and port
 */
export function explainListenError(
  error: unknown,
  { host, port }: { host: string; port: number },
  settings: { host: string; port: string } = { host: 'HOST', port: 'PORT' },
): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} of ${host} is in use by another program. Stop that program, or set ${settings.port} to another number.`,
    );
  if (code === 'EACCES')
    return new StartError(
      `This user may not listen on port ${port} of ${host}. Set ${settings.port} to a number from 1024 on.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(
      `${settings.host} is ${host}, which is no address of this machine. Set ${settings.host} to 127.0.0.1 for this machine only, or to 0.0.0.0 for all its networks.`,
    );
  return error;
}
