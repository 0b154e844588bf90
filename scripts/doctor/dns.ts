import { createPrivateKey, createPublicKey } from 'node:crypto';
import { isTrial } from '#core/platform/trial.ts';
import { senderAddress } from '#core/platform/mail.ts';
import { isThisMachine } from '#core/platform/public-host.ts';
import { type Check, fault, type Finding, ok, type Patient, warning } from './finding.ts';

/** Checks the records that browsers, and the servers of senders and recipients of email, look up. */
export const domains: Check = {
  about: 'DNS',
  async look(patient) {
    const { config } = patient;
    if (isTrial(config)) return [ok('not needed, because nothing leaves this machine')];
    const domain = senderAddress(config).split('@').at(-1) ?? '';
    return [
      ...(isThisMachine(config.PUBLIC_URL) ? [] : [await host(patient)]),
      await spf(patient, domain),
      await dmarc(patient, domain),
      await dkim(patient),
      ...(config.INBOUND_MAIL_DOMAIN === undefined ? [] : [await mx(patient, config.INBOUND_MAIL_DOMAIN)]),
    ];
  },
};

/** Answers with the records, or with none if there's no such name. Other errors, such as no connection, are thrown. */
async function records<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA'))
      return [];
    throw error;
  }
}

const txt = async ({ dns }: Patient, name: string): Promise<string[]> =>
  (await records(dns.resolveTxt(name))).map((parts) => parts.join(''));

async function host({ dns, config }: Patient): Promise<Finding> {
  const { hostname } = new URL(config.PUBLIC_URL);
  const found = await Promise.all([records(dns.resolve4(hostname)), records(dns.resolve6(hostname))]);
  return found.flat().length > 0
    ? ok(`${hostname} is ${found.flat().join(', ')}`)
    : fault(`${hostname} has no address. Add an A record with the server’s address (step 4)`);
}

async function spf(patient: Patient, domain: string): Promise<Finding> {
  const found = (await txt(patient, domain)).filter((text) => /^v=spf1(\s|$)/i.test(text));
  if (found.length === 0) return fault(`${domain} has no SPF record, so mailbox providers reject mail (step 4)`);
  return found.length === 1
    ? ok(`${domain} has an SPF record`)
    : fault(`${domain} has ${found.length} SPF records. Only one may be there: merge them`);
}

async function dmarc(patient: Patient, domain: string): Promise<Finding> {
  // RFC 7489: a subdomain without a record of its own has its organization's.
  const parents = domain.split('.').map((_, index, labels) => labels.slice(index).join('.'));
  for (const name of parents.filter((one) => one.includes('.')))
    if ((await txt(patient, `_dmarc.${name}`)).some((text) => /^v=DMARC1\b/i.test(text)))
      return ok(`${name} has a DMARC record`);
  return fault(`${domain} has no DMARC record, so mailbox providers reject mail (step 4)`);
}

async function dkim(patient: Patient): Promise<Finding> {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key } = patient.config;
  if (domain === undefined || selector === undefined || key === undefined)
    return ok('DKIM is left to the mail service (DKIM_DOMAIN isn’t set)');
  const name = `${selector}._domainkey.${domain}`;
  const published = (await txt(patient, name)).map((text) =>
    /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, ''),
  );
  if (published.length === 0) return fault(`${name} has no DKIM record. Publish the public key there (step 4)`);
  const keys = publicKeys(key);
  return published.some((one) => one !== undefined && keys.includes(one))
    ? ok(`${name} has the public key of DKIM_PRIVATE_KEY`)
    : fault(`${name} has another key than DKIM_PRIVATE_KEY. Publish the public key that belongs to it (step 4)`);
}

/** Returns the public key as DKIM publishes it: the whole structure, or for Ed25519 the 32 bytes only (RFC 8463). */
function publicKeys(pem: string): string[] {
  const der = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' });
  return [der.toString('base64'), der.subarray(-32).toString('base64')];
}

async function mx(patient: Patient, domain: string): Promise<Finding> {
  const found = await records(patient.dns.resolveMx(domain));
  return found.length > 0
    ? ok(`${domain} receives mail at ${found.map(({ exchange }) => exchange).join(', ')}`)
    : warning(`${domain} has no MX record, so no replies arrive. Point it at your inbound mail service (step 9)`);
}
