import { Router } from 'express';
import type { SandboxOptions } from '../options.ts';

/** Serves the local secrets to programs that sign their own webhooks. Never includes a real provider's secret. */
export function configRoutes(options: SandboxOptions, ports: () => { url: string; smtpPort: number }): Router {
  const router = Router();
  router.get('/api/config', (_request, response) => {
    const { providers, stripe, twilio, inboundMail, appUrl } = options;
    response.json({
      appUrl,
      providers,
      ...ports(),
      ...(providers.includes('stripe')
        ? {
            stripeSecretKey: stripe.secretKey,
            stripeWebhookSecret: stripe.webhookSecret,
            stripeConnectWebhookSecret: stripe.connectWebhookSecret,
            stripePrices: stripe.prices,
          }
        : {}),
      ...(providers.includes('smtp') && inboundMail
        ? { inboundMailDomain: inboundMail.domain, inboundMailSecret: inboundMail.secret }
        : {}),
      ...(providers.includes('twilio')
        ? {
            twilioAccountSid: twilio.accountSid,
            twilioAuthToken: twilio.authToken,
            twilioFrom: twilio.from,
            twilioMessagingServiceSid: twilio.messagingServiceSid ?? null,
          }
        : {}),
    });
  });
  return router;
}
