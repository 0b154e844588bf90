import Stripe from 'stripe';
import type { Clock } from '#shared/primitives/clock.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { deliver } from '../deliver.ts';
import type { SandboxOptions } from '../options.ts';
import { Collection } from '../store.ts';
import { noSuch } from './errors.ts';
import { type Kind, newId, type ObjectKinds, type StripeEvent, type StripeObject } from './stripe-objects.ts';

export interface WorldDeps {
  options: SandboxOptions;
  clock: Clock;
  signal: AbortSignal;
  changed: () => void;
  /** The sandbox's own URL, available once the sandbox is listening. */
  url: () => string;
}

/** The owner of an object: null for the platform, otherwise the connected account's id. */
export type Owner = string | null;
interface Kept {
  id: string;
  owner: Owner;
  value: StripeObject;
}

export const API_VERSION = Stripe.API_VERSION;
const WEBHOOK_WAITS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** All objects in the Stripe stand-in, grouped by owner, and the events that notify the app about changes. */
export class StripeWorld {
  readonly #deps: WorldDeps;
  readonly #kept: Collection<Kept>;
  readonly #signer: Stripe;
  readonly #underWay = new Set<Promise<void>>();

  constructor(deps: WorldDeps) {
    this.#deps = deps;
    this.#kept = new Collection<Kept>('stripe', deps.options.folder);
    this.#signer = new Stripe(deps.options.stripe.secretKey);
  }

  get options(): SandboxOptions {
    return this.#deps.options;
  }

  get url(): string {
    return this.#deps.url();
  }

  /** The sandbox clock's time in whole seconds. It sets creation dates and determines which objects have expired. */
  now(): number {
    return Math.floor(this.#deps.clock.now().getTime() / SECOND);
  }

  /** The initial fields of every object. */
  base<K extends Kind>(object: K, prefix: string, metadata: Record<string, string> = {}) {
    return { id: newId(prefix), object, created: this.now(), livemode: false, metadata } as const;
  }

  put<T extends StripeObject>(owner: Owner, value: T): T {
    this.#kept.put({ id: value.id, owner, value });
    this.#deps.changed();
    return value;
  }

  find<K extends Kind>(kind: K, id: string, owner: Owner): ObjectKinds[K] | undefined {
    const kept = this.#kept.find(id);
    return kept?.owner === owner && kept.value.object === kind ? (kept.value as ObjectKinds[K]) : undefined;
  }

  /** Throws Stripe's 404 (resource_missing) if the object doesn't exist or belongs to another account. */
  get<K extends Kind>(kind: K, id: string, owner: Owner): ObjectKinds[K] {
    const found = this.find(kind, id, owner);
    if (found === undefined) throw noSuch(kind.replace('billing_portal.session', 'billing portal session'), id);
    return found;
  }

  /** Newest first, like Stripe's lists. */
  list<K extends Kind>(kind: K, owner: Owner): ObjectKinds[K][] {
    return this.everywhere(kind)
      .filter((one) => one.owner === owner)
      .map((one) => one.value);
  }

  everywhere<K extends Kind>(kind: K): { owner: Owner; value: ObjectKinds[K] }[] {
    return this.#kept
      .all()
      .filter(({ value }) => value.object === kind)
      .map(({ owner, value }) => ({ owner, value: value as ObjectKinds[K] }))
      .toReversed();
  }

  /**
   * Returns the object with this id and its owner. The sandbox's own API uses this, because its requests don't name an
   * account.
   */
  whose<K extends Kind>(kind: K, id: string): { owner: Owner; value: ObjectKinds[K] } {
    const kept = this.#kept.find(id);
    if (kept === undefined || kept.value.object !== kind) throw noSuch(kind, id);
    return { owner: kept.owner, value: kept.value as ObjectKinds[K] };
  }

  forget(id: string): void {
    this.#kept.remove(id);
    this.#deps.changed();
  }

  anything(id: string, owner: Owner): StripeObject | undefined {
    const kept = this.#kept.find(id);
    return kept?.owner === owner ? kept.value : undefined;
  }

  /** Stores an event and sends it to the platform's endpoint or, if `account` is set, to the Connect endpoint (S10). */
  emit(owner: Owner, type: string, object: StripeObject): void {
    const event = this.put<StripeEvent>(owner, {
      ...this.base('event', 'evt'),
      api_version: API_VERSION,
      type,
      ...(owner === null ? {} : { account: owner }),
      data: { object: structuredClone(object) },
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    });
    this.#tell(event);
  }

  /** Resends the events whose delivery was interrupted by a restart. */
  resume(): void {
    for (const { value } of this.everywhere('event')) if (value.pending_webhooks > 0) this.#tell(value);
  }

  /** Resolves when every event so far has been delivered to the app or has run out of retries. */
  async told(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #tell(event: StripeEvent): void {
    const sent = this.#send(event).finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
  }

  async #send(event: StripeEvent): Promise<void> {
    const { options, signal } = this.#deps;
    const connect = event.account !== undefined;
    const payload = JSON.stringify(event);
    const secret = connect ? options.stripe.connectWebhookSecret : options.stripe.webhookSecret;
    const answer = await deliver(
      () => ({
        url: `${options.appUrl}/webhooks/stripe${connect ? '/connect' : ''}`,
        body: payload,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          // Each attempt is signed again with the wall-clock time, because signatures older than 300 s are rejected
          // (S8).
          'stripe-signature': this.#signer.webhooks.generateTestHeaderString({ payload, secret }),
        },
      }),
      { waits: WEBHOOK_WAITS, signal },
    );
    if (answer !== undefined && answer.status < 300) this.put(event.account ?? null, { ...event, pending_webhooks: 0 });
  }
}
