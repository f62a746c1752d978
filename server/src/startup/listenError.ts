import { StartError } from '../common/errors.ts';

/** What is wrong with HOST or PORT, in a sentence; any other error as it is. */
export function explainListenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} of ${host} is in use by another program. Stop that program, or set PORT to another number.`,
    );
  if (code === 'EACCES')
    return new StartError(
      `This user may not listen on port ${port} of ${host}. Set PORT to a number from 1024 on.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(
      `HOST is ${host}, which is no address of this machine. Set HOST to 127.0.0.1 for this machine only, or to 0.0.0.0 for all its networks.`,
    );
  return error;
}
