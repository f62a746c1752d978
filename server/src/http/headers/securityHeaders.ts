import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../../run/config/config.ts';

/** CSP of the app's pages: everything from this origin, no inline scripts. */
const pagePolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:', 'blob:'],
  // For audio and video of a book; the frame of a chapter inherits this policy.
  'media-src': ["'self'", 'blob:'],
  'connect-src': ["'self'"],
  'frame-src': ["'self'", 'blob:'],
  'worker-src': ["'self'", 'blob:'],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
  // Not 'none': the frame of a book inherits this policy, and its base is the URL of the book's files.
  'base-uri': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** Origins of a developer's local remotes. */
const thisMachine = ['http://127.0.0.1:*', 'http://localhost:*'];

/** Live reload of the development server. */
const liveReload = ['ws://127.0.0.1:*', 'ws://localhost:*'];

const withThisMachine = (policy: Record<string, string[]>) => ({
  ...policy,
  ...Object.fromEntries(
    ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'worker-src'].map((directive) => [
      directive,
      [...(policy[directive] ?? []), ...thisMachine, ...(directive === 'connect-src' ? liveReload : [])],
    ]),
  ),
});

/** Sets the security headers of every response; routes with special content (a chapter) override the policy. */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  { allowOverrides }: Pick<Config, 'allowOverrides'>,
): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: allowOverrides ? withThisMachine(pagePolicy) : pagePolicy,
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // For browsers and plug-ins that cannot run the app. The policy says who may frame it.
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.split('?')[0] === '/sw.js') allowRedirections(reply);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  });
}

/** The service worker follows a redirection of the server to its new origin, which a page may not. */
function allowRedirections(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(/connect-src [^;]*/, '$& https: http:'));
}
