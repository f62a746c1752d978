import type { FastifyInstance } from 'fastify';
import type { Services } from '../../run/services/services.ts';
import { runAsWrite } from '../../store/history/currentWrite.ts';

const maxDeviceLength = 200;

/** Lets the history of what is replaced and deleted know which device a request comes from. */
export function describeWrites(app: FastifyInstance, { now }: Pick<Services, 'now'>): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { signedIn, headers } = request;
    const device = signedIn?.device ?? headers['user-agent']?.slice(0, maxDeviceLength) ?? null;
    runAsWrite(() => ({ deviceId: signedIn?.sessionId ?? null, device, at: now() }), done);
  });
}
