import type { Provider } from './faults.ts';
import { PROVIDERS } from './faults.ts';

/** The sandbox's settings. Ports may be 0 (any free port). Without `folder`, all data is lost when the process ends. */
export interface SandboxOptions {
  port: number;
  smtpPort: number;
  /**
   * Another IP address to listen on in addition to loopback. Default: none, because the stand-ins show every email and
   * secret.
   */
  host?: string;
  providers: readonly Provider[];
  /** The URL of the app that receives webhooks, without a trailing slash. */
  appUrl: string;
  /** The database to check for due rows when the clock moves. Without it, the clock waits only for acknowledgments. */
  databaseUrl?: string;
  folder?: string;
  productName?: string;
  /** Whether the Stripe stand-in contains the demo company that `npm start` seeds. */
  demo?: boolean;
  /**
   * The domain where the app receives email, and the secret that authenticates the email service. Without them, the
   * sandbox can't reply to emails.
   */
  inboundMail?: { domain: string; secret: string };
  twilio: { accountSid: string; authToken: string; from: string; messagingServiceSid?: string };
  stripe: {
    secretKey: string;
    webhookSecret: string;
    connectWebhookSecret: string;
    prices: { starter: string; pro: string; payAsYouGo: string };
  };
}

type Env = Record<string, string | undefined>;

/**
 * Reads the options from the environment, which `scripts/start.ts` sets. Throws an Error that names the first invalid
 * variable.
 */
export function readOptions(env: Env): SandboxOptions {
  const value = (name: string, otherwise: string): string => env[name] || otherwise;
  return {
    port: port(env, 'SANDBOX_PORT'),
    smtpPort: port(env, 'SANDBOX_SMTP_PORT'),
    ...(env['HOST'] ? { host: env['HOST'] } : {}),
    providers: providers(value('SANDBOX_PROVIDERS', '')),
    appUrl: value('PUBLIC_URL', 'http://localhost:3000').replace(/\/+$/, ''),
    ...(env['DATABASE_URL'] ? { databaseUrl: env['DATABASE_URL'] } : {}),
    folder: `${value('DATA_DIR', '.data')}/sandbox`,
    productName: value('PRODUCT_NAME', 'Picket'),
    demo: true,
    ...(env['INBOUND_MAIL_DOMAIN'] && env['INBOUND_MAIL_SECRET']
      ? { inboundMail: { domain: env['INBOUND_MAIL_DOMAIN'], secret: env['INBOUND_MAIL_SECRET'] } }
      : {}),
    twilio: {
      accountSid: value('TWILIO_ACCOUNT_SID', `AC${'0'.repeat(32)}`),
      authToken: value('TWILIO_AUTH_TOKEN', 'sandbox'),
      from: value('TWILIO_FROM', '+15005550006'),
      ...(env['TWILIO_MESSAGING_SERVICE_SID'] ? { messagingServiceSid: env['TWILIO_MESSAGING_SERVICE_SID'] } : {}),
    },
    stripe: {
      secretKey: value('STRIPE_SECRET_KEY', 'sk_test_sandbox'),
      webhookSecret: value('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'),
      connectWebhookSecret: value('STRIPE_CONNECT_WEBHOOK_SECRET', 'whsec_sandbox_connect'),
      prices: {
        starter: value('STRIPE_PRICE_STARTER', 'price_sandbox_starter'),
        pro: value('STRIPE_PRICE_PRO', 'price_sandbox_pro'),
        payAsYouGo: value('STRIPE_PRICE_PAY_AS_YOU_GO', 'price_sandbox_pay_as_you_go'),
      },
    },
  };
}

function port(env: Env, name: string): number {
  const text = env[name] ?? '';
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) throw new Error(`${name} must be a port number, not '${text}'`);
  return number;
}

function providers(text: string): Provider[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const wrong = names.find((name) => !PROVIDERS.some((known) => known === name));
  if (wrong !== undefined) throw new Error(`SANDBOX_PROVIDERS must list only ${PROVIDERS.join(', ')}, not '${wrong}'`);
  return PROVIDERS.filter((known) => names.includes(known));
}
