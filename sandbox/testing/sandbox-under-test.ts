import twilio from 'twilio';
import type { RequestOptions } from 'twilio/lib/base/RequestClient.js';
import nodemailer, { type Transporter } from 'nodemailer';
import { onTestFinished } from 'vitest';
import type { SandboxOptions } from '../options.ts';
import { type Sandbox, startSandbox } from '../start.ts';

export const ACCOUNT_SID = 'AC0123456789abcdef0123456789abcdef';
export const AUTH_TOKEN = 'a-local-auth-token';
export const OUR_NUMBER = '+12085550100';
export const HOMEOWNER = '+12085550142';

/** Starts a sandbox on free ports and closes it when the test ends. Every provider is a stand-in unless overridden. */
export async function sandboxUnderTest(given: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    providers: ['stripe', 'twilio', 'smtp'],
    appUrl: 'http://127.0.0.1:9',
    twilio: { accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, from: OUR_NUMBER },
    stripe: {
      secretKey: 'sk_test_local',
      webhookSecret: 'whsec_local',
      connectWebhookSecret: 'whsec_local_connect',
      prices: { starter: 'price_starter', pro: 'price_pro', payAsYouGo: 'price_payg' },
    },
    ...given,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The official client, with the settings that the product uses. */
export function twilioClient(sandbox: Sandbox, authToken = AUTH_TOKEN): twilio.Twilio {
  class Local extends twilio.RequestClient {
    override request<T>(options: RequestOptions<T>) {
      const uri = new URL(options.uri);
      return super.request<T>({ ...options, uri: sandbox.url + uri.pathname + uri.search });
    }
  }
  return twilio(ACCOUNT_SID, authToken, { httpClient: new Local({ timeout: 1_000 }) });
}

export const mailer = (sandbox: Sandbox): Transporter =>
  nodemailer.createTransport({
    host: '127.0.0.1',
    port: sandbox.smtpPort,
    secure: false,
    ignoreTLS: true,
    socketTimeout: 500,
  });

export interface Asked<T> {
  status: number;
  body: T;
}

/** Sends one JSON request to the sandbox's own API. */
export async function ask<T>(sandbox: Sandbox, path: string, method = 'GET', body?: unknown): Promise<Asked<T>> {
  const response = await fetch(sandbox.url + path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}
