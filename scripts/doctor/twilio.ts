import twilio from 'twilio';
import { SECOND } from '#shared/primitives/durations.ts';
import { twilioHttp } from '#core/platform/twilio-client.ts';
import { type Check, fault, type Finding, ok, type Patient, warning } from './finding.ts';

const WITHIN = 10 * SECOND;

export const texts: Check = {
  about: 'Twilio',
  async look(patient) {
    const { config } = patient;
    const client = twilio(config.TWILIO_ACCOUNT_SID, config.TWILIO_AUTH_TOKEN, {
      httpClient: twilioHttp(config, WITHIN),
    });
    const account = await client.api.v2010.accounts(config.TWILIO_ACCOUNT_SID).fetch().catch(refused);
    if ('level' in account) return [account];
    if (account.status !== 'active')
      return [fault(`the account is ${account.status}. Reactivate it in Twilio’s console`)];
    return [
      account.type === 'Trial'
        ? warning('the account is a trial: it texts only numbers that you verified. Upgrade it before you start')
        : ok('the account is active'),
      ...(config.TWILIO_MESSAGING_SERVICE_SID === undefined
        ? await sender(client, patient)
        : await service(client, config.TWILIO_MESSAGING_SERVICE_SID, patient)),
    ];
  },
};

const refused = (error: unknown): Finding => {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 401 || status === 404)
    return fault('it refuses the credentials. Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN');
  throw error;
};

async function sender(client: twilio.Twilio, { config }: Patient): Promise<Finding[]> {
  const phoneNumber = config.TWILIO_FROM ?? '';
  const [number] = await client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 });
  if (!number) return [fault(`${phoneNumber} isn’t a number of this account. Set TWILIO_FROM to one that is`)];
  return [
    ok(`${phoneNumber} is a number of this account`),
    inbound(number.smsUrl, number.smsMethod, config.PUBLIC_URL),
  ];
}

async function service(client: twilio.Twilio, sid: string, { config }: Patient): Promise<Finding[]> {
  const found = await client.messaging.v1.services(sid).fetch();
  const numbers = await client.messaging.v1.services(sid).phoneNumbers.list({ limit: 1 });
  return [
    numbers.length > 0
      ? ok('the messaging service has a number')
      : fault('the messaging service has no number. Add one'),
    found.useInboundWebhookOnNumber
      ? warning('the messaging service leaves incoming texts to its numbers. Set each number’s webhook (step 6)')
      : inbound(found.inboundRequestUrl, found.inboundMethod, config.PUBLIC_URL),
  ];
}

/** Checks the address that incoming texts, STOP among them, are posted to. */
function inbound(url: string | null, method: string | null, publicUrl: string): Finding {
  const wanted = `${publicUrl}/webhooks/twilio/inbound`;
  const [address, retries] = (url ?? '').split('#');
  if (address !== wanted || method?.toUpperCase() !== 'POST')
    return fault(`incoming texts don’t arrive. Set ‘A message comes in’ to ${wanted}#rc=5&rp=all, POST (step 6)`);
  return retries === undefined
    ? warning(`Twilio tries incoming texts only twice. End the webhook’s address with #rc=5&rp=all (step 6)`)
    : ok('incoming texts are posted to Picket');
}
