import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { missing } from './errors.ts';
import { type Form, formAt, metadataAt, textAt } from './form.ts';
import { type Account, type AccountLink, newId } from './stripe-objects.ts';
import type { StripeWorld } from './stripe-world.ts';

const LINK_LIVES_S = (5 * MINUTE) / SECOND;
const DUE = ['business_profile.url', 'external_account', 'tos_acceptance.date'];

const requirements = (due: string[], reason: 'requirements.past_due' | null): Account['requirements'] => ({
  currently_due: due,
  eventually_due: due,
  past_due: reason === null ? [] : due,
  pending_verification: [],
  disabled_reason: reason,
  current_deadline: null,
  alternatives: [],
  errors: [],
});

/** `POST /v1/accounts`: charges and payouts are disabled until the owner completes the onboarding page. */
export function createAccount(world: StripeWorld, form: Form): Account {
  const base = world.base('account', 'acct', metadataAt(form));
  const id = newId('acct').replace(/^(acct_.{16}).*/, '$1');
  const type = textAt(form, 'type');
  const asked = Object.keys(formAt(form, 'capabilities'));
  return world.put<Account>(null, {
    ...base,
    id,
    type: type === 'express' || type === 'standard' || type === 'custom' ? type : 'none',
    country: textAt(form, 'country') ?? 'US',
    default_currency: 'usd',
    email: textAt(form, 'email') ?? null,
    business_type: textAt(form, 'business_type') ?? null,
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    capabilities: Object.fromEntries(
      (asked.length > 0 ? asked : ['card_payments', 'transfers']).map((name) => [name, 'inactive']),
    ),
    requirements: requirements(DUE, 'requirements.past_due'),
  });
}

/** Completes the owner's onboarding, which enables charges and payouts. Sends an event to the Connect endpoint. */
export function completeAccount(world: StripeWorld, id: string): Account {
  const account = world.get('account', id, null);
  const done = world.put<Account>(null, {
    ...account,
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    capabilities: Object.fromEntries(Object.keys(account.capabilities).map((name) => [name, 'active'])),
    requirements: requirements([], null),
  });
  world.emit(id, 'account.updated', done);
  return done;
}

/** Requires more information and disables charges until it's provided. Sends an event to the Connect endpoint. */
export function restrictAccount(world: StripeWorld, id: string): Account {
  const account = world.get('account', id, null);
  const done = world.put<Account>(null, {
    ...account,
    charges_enabled: false,
    payouts_enabled: false,
    capabilities: Object.fromEntries(Object.keys(account.capabilities).map((name) => [name, 'inactive'])),
    requirements: requirements(['individual.verification.document'], 'requirements.past_due'),
  });
  world.emit(id, 'account.updated', done);
  return done;
}

/**
 * `POST /v1/account_links`: creates a link that works once and expires after five minutes (S13). The URL ends with the
 * link's own secret.
 */
export function createAccountLink(world: StripeWorld, form: Form): Record<string, unknown> {
  const [account, returnUrl, refreshUrl] = ['account', 'return_url', 'refresh_url'].map((name) => textAt(form, name));
  if (account === undefined) throw missing('account');
  if (returnUrl === undefined) throw missing('return_url');
  if (refreshUrl === undefined) throw missing('refresh_url');
  world.get('account', account, null);
  const link = world.put<AccountLink>(null, {
    ...world.base('account_link', 'link'),
    account,
    expires_at: world.now() + LINK_LIVES_S,
    return_url: returnUrl,
    refresh_url: refreshUrl,
    used: false,
  });
  const { object, created, expires_at } = link;
  return { object, created, expires_at, url: `${world.url}/onboarding/${account}/${link.id}` };
}
