import { startSandbox, type Sandbox } from '../sandbox/start.ts';
import type { SandboxMessage } from '../sandbox/messages.ts';
import { createLimits } from '#core/features/delivery/limits.ts';
import { createProviderGate } from '#core/features/delivery/providers/breaker.ts';
import { createTally, type Tally } from '#core/platform/counters.ts';
import { drainMessages } from '#core/features/delivery/drain.ts';
import { DELIVERY_TIMINGS, type DeliveryDeps, type DeliveryTimings } from '#core/features/delivery/delivery.ts';
import { createAppDb } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { FollowUpMessageRow } from '#core/features/follow-ups/follow-ups.table.ts';
import type { MessageRow } from '#core/features/messages/messages.table.ts';
import { createMailer, type Mailer } from '#core/platform/mail.ts';
import { createTextGateway, type TextGateway } from '#core/platform/twilio.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { AnyTimelineData } from '#shared/features/timeline/timeline.schema.ts';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { loadMessageKinds } from '#core/message-kinds.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './caller.ts';

export const TWILIO = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'test-token', from: '+12085550199' };
export const STRIPE = {
  secretKey: 'sk_test_lab',
  webhookSecret: 'whsec_lab',
  connectWebhookSecret: 'whsec_lab_connect',
  prices: { starter: 'price_starter', pro: 'price_pro', payAsYouGo: 'price_payg' },
};

/** The app, the sandbox as its providers, and the delivery engine. All run in this process, without a queue. */
export interface DeliveryLab {
  app: TestApp;
  sandbox: Sandbox;
  deps: DeliveryDeps & { tally: Tally; kinds: Awaited<ReturnType<typeof loadMessageKinds>> };
  /** The providers' clients, without the rate limits in `deps`. */
  gateways: { texts: TextGateway; mails: Mailer };
  /** Sends the company's due messages. */
  drain(company: CompanyRow): Promise<void>;
  /** Sends the platform's own due emails. */
  drainPlatform(): Promise<void>;
  texts(to?: string | null): SandboxMessage[];
  mails(to?: string): SandboxMessage[];
  followUps(company: CompanyRow): Promise<FollowUpMessageRow[]>;
  /** The company's messages other than follow-ups. */
  otherMessages(company: CompanyRow): Promise<MessageRow[]>;
  timeline(company: CompanyRow): Promise<{ kind: string; data: AnyTimelineData }[]>;
  /** Posts a form as Twilio would, signed for the app's public URL. */
  twilioPosts(path: string, form: Record<string, string>, signature?: string): Promise<Response>;
  /** Posts an inbound text. Resolves with the app's response. */
  reply(from: string, body: string, more?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

let sids = 0;
const newSid = (): string => `SM${String((sids += 1)).padStart(32, '0')}`;

const sentBy = (sandbox: Sandbox, channel: 'sms' | 'email', to?: string | null): SandboxMessage[] =>
  sandbox.messages
    .all()
    .filter((message) => message.direction === 'out' && message.channel === channel && (!to || message.to === to));

const twilioPosts = (app: TestApp, path: string, form: Record<string, string>, signature?: string): Promise<Response> =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature':
        signature ?? getExpectedTwilioSignature(TWILIO.authToken, `${app.config.PUBLIC_URL}${path}`, form),
    },
    body: new URLSearchParams(form).toString(),
  });

/** Reads the rows that Postgres stores for a company. */
const rowsOf = ({ deps: { system } }: TestApp): Pick<DeliveryLab, 'followUps' | 'otherMessages' | 'timeline'> => ({
  followUps: (company) =>
    system
      .selectFrom('follow_up_messages')
      .selectAll()
      .where('company_id', '=', company.id)
      .orderBy('step')
      .orderBy('channel', 'desc')
      .execute(),
  otherMessages: (company) =>
    system
      .selectFrom('messages')
      .selectAll()
      .where('company_id', '=', company.id)
      .where('schedule_id', 'is', null)
      .where('direction', '=', 'out')
      .where('kind', '<>', 'mail.own')
      .orderBy('created_at')
      .execute(),
  timeline: (company) =>
    system
      .selectFrom('timeline_events')
      .select(['kind', 'data'])
      .where('company_id', '=', company.id)
      .orderBy('at')
      .orderBy('id')
      .execute(),
});

export async function startDeliveryLab({
  timings = {},
  ...options
}: TestAppOptions & { timings?: Partial<DeliveryTimings> } = {}): Promise<DeliveryLab> {
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    providers: ['stripe', 'twilio', 'smtp'],
    // The sandbox can't reach the app, because the tests post the callbacks themselves in the order they need.
    appUrl: 'http://127.0.0.1:1',
    twilio: TWILIO,
    stripe: STRIPE,
  });
  const app = await startTestApp({
    ...options,
    env: {
      PUBLIC_URL: 'http://127.0.0.1:1',
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
      TWILIO_ACCOUNT_SID: TWILIO.accountSid,
      TWILIO_AUTH_TOKEN: TWILIO.authToken,
      TWILIO_FROM: TWILIO.from,
      TWILIO_API_BASE: sandbox.url,
      ...options.env,
    },
  });
  const pinned = createAppDb(app.config, app.deps.logger, 16);
  const gateways = { texts: createTextGateway(app.config), mails: createMailer(app.config) };
  const { system, logger } = app.deps;
  const tally = createTally(system);
  const gate = createProviderGate({ system, logger }, { believeMs: 0 });
  const deps: DeliveryLab['deps'] = {
    config: app.config,
    clock: app.clock,
    db: app.deps.db,
    system,
    pinned,
    texts: gate.texts(gateways.texts),
    mails: gate.mails(gateways.mails),
    gate,
    tally,
    kinds: await loadMessageKinds(),
    logger: app.deps.logger,
    // A single turn sends everything that's due.
    timings: { ...DELIVERY_TIMINGS, turnMs: MINUTE, ...timings },
    limits: createLimits(),
    stopping: () => false,
  };
  return {
    app,
    sandbox,
    deps,
    gateways,
    drain: async (company) => void (await drainMessages(deps, company.id)),
    drainPlatform: async () => void (await drainMessages(deps, 'platform')),
    texts: (to) => sentBy(sandbox, 'sms', to),
    mails: (to) => sentBy(sandbox, 'email', to),
    ...rowsOf(app),
    twilioPosts: (path, form, signature) => twilioPosts(app, path, form, signature),
    reply: (from, body, more = {}) =>
      twilioPosts(app, '/webhooks/twilio/inbound', {
        MessageSid: newSid(),
        From: from,
        To: TWILIO.from,
        Body: body,
        ...more,
      }),
    async close() {
      gateways.mails.close();
      await pinned.destroy();
      await app.close();
      await sandbox.close();
    },
  };
}
