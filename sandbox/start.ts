import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { busyRoutes } from './busy.route.ts';
import { Changes } from './api/changes.ts';
import { checkoutRoutes } from './api/checkouts.route.ts';
import { configRoutes } from './api/config.route.ts';
import { faultRoutes } from './api/faults.route.ts';
import { messageRoutes } from './api/messages.route.ts';
import { answerProblem, nothingHere } from './api/problems.ts';
import { clockRoutes } from './clock/clock.route.ts';
import { dueRowsIn, nothingDue } from './clock/due-rows.ts';
import { ClockFollowers } from './clock/followers.ts';
import { MovableClock } from './clock/movable-clock.ts';
import { Faults } from './faults.ts';
import { mapRoutes } from './map/map.route.ts';
import { Messages } from './messages.ts';
import type { SandboxOptions } from './options.ts';
import { modelRoutes } from './model/model.route.ts';
import { ModelStandIn } from './model/model-stand-in.ts';
import { pageRoutes } from './page/page.route.ts';
import { Mailbox } from './smtp/mailbox.ts';
import { startSmtp } from './smtp/smtp-server.ts';
import { stripeActionRoutes } from './stripe/actions.route.ts';
import { stockCatalog } from './stripe/catalog.ts';
import { stockDemo } from './stripe/demo.ts';
import { stockSetUp } from './stripe/set-up.ts';
import { pushRoutes } from './push/push-stand-in.ts';
import { hostedRoutes } from './stripe/hosted.route.ts';
import { Idempotency } from './stripe/idempotency.ts';
import { StripeWorld } from './stripe/stripe-world.ts';
import { stripeRoutes } from './stripe/stripe.route.ts';
import { waitingRows } from './stripe/waiting-rows.ts';
import { TwilioStandIn } from './twilio/twilio-stand-in.ts';
import { messagingServiceRoutes, twilioAccountRoutes } from './twilio/account.route.ts';
import { twilioRoutes } from './twilio/twilio.route.ts';

const LOOPBACK = '127.0.0.1';

export interface Sandbox {
  /** The base URL for everything except SMTP, without a trailing slash. */
  url: string;
  smtpPort: number;
  clock: MovableClock;
  messages: Messages;
  faults: Faults;
  model: ModelStandIn;
  /** Resolves when all Stripe events so far have been delivered to the app. */
  told(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the stand-ins for Stripe, Twilio and the SMTP server, their page and the movable clock. Resolves when both
 * ports listen. Rejects (EADDRINUSE, EACCES) if a port isn't available.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const closing = new AbortController();
  const changes = new Changes();
  const faults = new Faults(changes.notify);
  const model = new ModelStandIn(changes.notify);
  const messages = new Messages(options.folder, changes.notify);
  const followers = new ClockFollowers();
  const due = options.databaseUrl === undefined ? undefined : dueRowsIn(options.databaseUrl);
  const clock = new MovableClock({
    followers,
    due: { ids: async (now) => [...(await (due ?? nothingDue).ids(now)), ...twilio.onTheWay()] },
    folder: options.folder,
    changed: changes.notify,
  });
  const twilio = new TwilioStandIn({ options, clock, messages, signal: closing.signal });

  let url = '';
  const stripe = new StripeWorld({ options, clock, signal: closing.signal, changed: changes.notify, url: () => url });
  stockCatalog(stripe);
  stockSetUp(stripe);
  if (options.demo === true) stockDemo(stripe);
  const smtp = await startSmtp({ port: options.smtpPort, messages, faults, clock });
  const app = express().disable('x-powered-by');
  app.use('/2010-04-01', twilioAccountRoutes(options), twilioRoutes({ options, twilio, faults }));
  // registered before Stripe, because Stripe's API also starts with /v1
  app.use(modelRoutes(model));
  app.use('/v1', messagingServiceRoutes(options));
  app.use('/v1', stripeRoutes({ world: stripe, faults, idempotency: new Idempotency(options.folder) }));
  app.use(busyRoutes());
  app.use('/api', express.json({ limit: '256kb' }));
  app.use('/internal', express.json());
  app.use(pushRoutes(() => url));
  app.use(mapRoutes(faults));
  app.use(pageRoutes(options), changes.routes());
  app.use(
    messageRoutes({
      messages,
      twilio,
      options,
      mailbox: new Mailbox({ options, clock, messages, signal: closing.signal }),
    }),
    faultRoutes(faults),
    checkoutRoutes(() => waitingRows(stripe)),
  );
  app.use(clockRoutes({ clock, followers, providers: options.providers }));
  app.use(configRoutes(options, () => ({ url, smtpPort: smtp.port })));
  app.use(stripeActionRoutes(stripe), hostedRoutes(stripe));
  app.use(nothingHere, answerProblem);

  const [first = LOOPBACK, ...others] = listenAt(options.host);
  const servers: Server[] = [];
  try {
    const server = await listening(app, { host: first, port: options.port });
    servers.push(server);
    const { port } = server.address() as AddressInfo;
    url = `http://${LOOPBACK}:${port}`;
    for (const host of others) servers.push(await listening(app, { host, port }));
  } catch (error) {
    await Promise.all([...servers.map(ended), smtp.close()]);
    throw error;
  }
  twilio.resume();
  stripe.resume();
  return {
    url,
    smtpPort: smtp.port,
    clock,
    messages,
    faults,
    model,
    told: () => stripe.told(),
    async close() {
      closing.abort();
      await Promise.all([...servers.map(ended), smtp.close(), due?.close()]);
    },
  };
}

/**
 * The sandbox shows every email and secret, so it listens only on loopback and, if set, on HOST. The app connects over
 * loopback.
 */
export function listenAt(host: string | undefined): string[] {
  if (host === undefined || host === 'localhost') return [LOOPBACK];
  return host === LOOPBACK || host === '0.0.0.0' || host === '::' ? [host] : [LOOPBACK, host];
}

function listening(app: RequestListener, where: { host: string; port: number }): Promise<Server> {
  const server = createServer(app);
  server.requestTimeout = 0; // There's no request timeout, because a move of the clock can take minutes.
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => resolve(server));
  });
}

function ended(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return closed;
}
