import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { type BillingLab, startBillingLab } from '../../../../test/billing.ts';
import type { Caller } from '../../../../test/caller.ts';
import { startJob } from '../../../../test/payments.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());
afterEach(() => {
  lab.wire.lose = () => false;
  lab.sandbox.faults.set('stripe', 'none', null);
});

const newcomer = async (): Promise<{ company: CompanyRow; caller: Caller }> => {
  const company = await lab.app.a.company();
  return { company, caller: await lab.app.callerFor(company) };
};
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { cause?: unknown }) => error.cause,
  );
const accountsOf = async (company: CompanyRow): Promise<string[]> => {
  const all = await lab.stripe.accounts.list({ limit: 100 });
  return all.data.filter(({ metadata }) => metadata?.['companyId'] === company.id).map(({ id }) => id);
};

describe('connecting an account (spec:7.18 S13)', () => {
  it('redirects to Stripe and back, and counts as connected only once the account can charge (S14)', async () => {
    const { caller } = await newcomer();
    expect(await caller.payments.status()).toMatchObject({ connected: false, accountId: null, available: true });
    const { url, accountId } = await caller.payments.createAccountLink();
    expect(url).toContain(`/onboarding/${accountId}/`);
    // simulates a contractor who leaves the setup early: the return URL says 'connected', but Stripe reports otherwise
    expect(await caller.payments.checkAccountStatus()).toEqual({ connected: false });
    expect(await caller.payments.status()).toMatchObject({
      connected: false,
      accountId,
      detailsSubmitted: false,
      missing: ['Your website, or what you sell', 'A bank account for payouts', 'Your agreement to Stripe’s terms'],
    });
    await lab.act('accounts', accountId, 'complete');
    expect(await caller.payments.checkAccountStatus({ accountId })).toEqual({ connected: true });
    expect(await caller.payments.status()).toMatchObject({ connected: true, missing: [], disabledReason: null });
  });

  it('creates one account for any number of clicks and lost answers, but a new link each time', async () => {
    const { company, caller } = await newcomer();
    const links = await Promise.all([1, 2, 3].map(() => caller.payments.createAccountLink()));
    expect(new Set(links.map(({ url }) => url)).size).toBe(3);
    expect(await accountsOf(company)).toEqual([links[0]?.accountId]);

    const other = await newcomer();
    lab.wire.lose = (path) => path === '/v1/accounts';
    expect(await refusalOf(other.caller.payments.createAccountLink())).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: 'Failed to connect to Stripe. Please try again.',
    });
    lab.wire.lose = () => false;
    const { accountId } = await other.caller.payments.createAccountLink();
    expect(await accountsOf(other.company)).toEqual([accountId]);
  });

  it('doesn’t store the link', async () => {
    const { company, caller } = await newcomer();
    const { url } = await caller.payments.createAccountLink();
    const secret = url.slice(url.lastIndexOf('/') + 1);
    const rows = await lab.deps.system
      .selectFrom('stripe_operations')
      .selectAll()
      .where('company_id', '=', company.id)
      .execute();
    expect(rows.map(({ kind }) => kind)).toEqual(['account', 'account.link']);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('refuses another company’s account, whatever the browser sends', async () => {
    const [mine, theirs] = [await newcomer(), await newcomer()];
    const { accountId } = await theirs.caller.payments.createAccountLink();
    for (const call of [
      () => mine.caller.payments.createAccountLink({ accountId }),
      () => mine.caller.payments.checkAccountStatus({ accountId }),
      () => mine.caller.payments.disconnect({ accountId }),
    ])
      expect(await refusalOf(call())).toMatchObject({ code: 'FORBIDDEN' });
    expect(await theirs.caller.payments.status()).toMatchObject({ accountId });
  });

  it('reports a failed check with the specified wording, and keeps the known state (spec:8.21 spec:8.24)', async () => {
    const { caller, account } = await startJob(lab);
    lab.sandbox.faults.set('stripe', 'http500', null);
    expect(await refusalOf(caller.payments.checkAccountStatus())).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: 'Failed to check Stripe connection status',
    });
    expect(await caller.payments.status()).toMatchObject({ connected: true, accountId: account });
  });
});

describe('an account that Stripe disables', () => {
  it('is turned off at once with the reason, and an open dashboard is notified', async () => {
    const { company, caller, account } = await startJob(lab);
    const stop = new AbortController();
    const changes = lab.app.deps.leadChanges.subscribe(company.id, stop.signal);
    await changes.next();
    await lab.act('accounts', account, 'restrict');
    await lab.work();
    expect((await changes.next()).done).toBe(false);
    stop.abort();
    expect(await caller.payments.status()).toMatchObject({
      connected: false,
      accountId: account,
      missing: ['A photo of your ID'],
      step: 'finish',
      disabledReason: 'Stripe needs the missing information below.',
    });
  });
});

describe('disconnecting', () => {
  it('happens once, and reconnecting finds the same account with its history', async () => {
    const { company, caller, account } = await startJob(lab);
    await Promise.all([caller.payments.disconnect(), caller.payments.disconnect({})]);
    expect(await caller.payments.status()).toMatchObject({ connected: false, accountId: null });
    // events of the disconnected account still change only its own row
    await lab.act('accounts', account, 'complete');
    await lab.work();
    expect(await caller.payments.status()).toMatchObject({ connected: false, accountId: null });
    const again = await caller.payments.createAccountLink();
    expect(again.accountId).toBe(account);
    expect(await caller.payments.status()).toMatchObject({ connected: true, accountId: account });
    const rows = await lab.deps.system
      .selectFrom('stripe_accounts')
      .select(['id', 'disconnected_at'])
      .where('company_id', '=', company.id)
      .execute();
    expect(rows).toEqual([{ id: account, disconnected_at: null }]);
  });

  it('from an account deleted in Stripe allows a new one', async () => {
    const { caller, account } = await startJob(lab);
    await lab.stripe.accounts.del(account);
    expect(await caller.payments.checkAccountStatus()).toEqual({ connected: false });
    expect(await caller.payments.status()).toMatchObject({
      step: 'reconnect',
      disabledReason: 'Stripe no longer gives us access to this account. Connect again to take payments.',
    });
    const { accountId } = await caller.payments.createAccountLink();
    expect(accountId).not.toBe(account);
    expect(await caller.payments.status()).toMatchObject({ connected: false, accountId });
  });
});

describe('payment settings', () => {
  it('default to a deposit of half with full payment offered, and are validated when saved', async () => {
    const { caller } = await newcomer();
    const { cappedStates, ...first } = await caller.payments.settings();
    expect(cappedStates).toEqual(expect.arrayContaining(['California', 'Maryland', 'Nevada']));
    expect(first).toEqual({
      depositKind: 'percent',
      depositPercent: 50,
      depositAmountCents: null,
      offerFullPayment: true,
      defaultPlan: null,
      notifyPhone: null,
      pendingNotifyPhone: null,
    });
    const amount = { ...first, depositKind: 'amount' as const, depositAmountCents: 50_000 };
    await caller.payments.updateSettings({ ...amount, notifyPhone: '(208) 555-0144', was: first });
    // the phone number takes effect after it's confirmed (notify-phone.test.ts)
    expect(await caller.payments.settings()).toMatchObject({ ...amount, pendingNotifyPhone: '+12085550144' });
    expect(await refusalOf(caller.payments.updateSettings({ ...first, was: first }))).toMatchObject({
      code: 'CONFLICT',
    });
    for (const [wrong, sentence] of [
      [{ depositPercent: 101 }, 'Enter a whole percentage from 0 to 100'],
      [{ depositPercent: 33.3 }, 'Enter a whole percentage from 0 to 100'],
      [{ depositKind: 'amount' as const, depositAmountCents: null }, 'Enter an amount from $0.00'],
      [{ depositAmountCents: -1 }, 'Enter an amount from $0.00'],
      [{ notifyPhone: '+18005550144' }, 'Enter a US phone number'],
    ] as const)
      await expect(caller.payments.updateSettings({ ...first, ...wrong })).rejects.toThrow(sentence);
  });
});
