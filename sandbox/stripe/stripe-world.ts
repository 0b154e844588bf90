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
  /** The sandbox's own address, known once it listens. */
  url: () => string;
}

/** Whose an object is: null is the platform's own, else the connected account's id. */
export type Owner = string | null;
interface Kept {
  id: string;
  owner: Owner;
  value: StripeObject;
}

const API_VERSION = Stripe.API_VERSION;
const WEBHOOK_WAITS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** Everything that this Stripe knows, by owner, and the events that tell the app of it. */
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

  /** Whole seconds of the sandbox's clock: what dates objects and decides what has expired. */
  now(): number {
    return Math.floor(this.#deps.clock.now().getTime() / SECOND);
  }

  /** What every object starts with. */
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

  /** Throws Stripe's 404 (resource_missing), also where the object is another account's. */
  get<K extends Kind>(kind: K, id: string, owner: Owner): ObjectKinds[K] {
    const found = this.find(kind, id, owner);
    if (found === undefined) throw noSuch(kind.replace('billing_portal.session', 'billing portal session'), id);
    return found;
  }

  /** Newest first, as Stripe lists. */
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

  /** The object with this id and whose it is, for the sandbox's own API, which names no account. */
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

  /** Stores an event and sends it: to the platform's endpoint, or to the Connect one with `account` (S10). */
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

  /** Sends again what a restart interrupted. */
  resume(): void {
    for (const { value } of this.everywhere('event')) if (value.pending_webhooks > 0) this.#tell(value);
  }

  /** Resolves when the app has heard of everything that was emitted so far, or will not. */
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
          // signed again for each attempt, in real time: older than 300 s is refused (S8)
          'stripe-signature': this.#signer.webhooks.generateTestHeaderString({ payload, secret }),
        },
      }),
      { waits: WEBHOOK_WAITS, signal },
    );
    if (answer !== undefined && answer.status < 300) this.put(event.account ?? null, { ...event, pending_webhooks: 0 });
  }
}
