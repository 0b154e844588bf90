import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { paymentMethodWords } from '#shared/features/payments/payment.words.ts';
import type {
  ConnectionView,
  PaymentSettingsWithCaps,
  PaymentView,
} from '#shared/features/payments/payments.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { useElapsed } from '../../lib/elapsed.ts';
import { useCompanyId, useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { useMay } from '../../lib/role.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/figures.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { AccountState } from './account-state.tsx';
import { DepositSettings } from './deposit-settings.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { PhoneToDo } from './notify-phone.tsx';
import { paymentFormOf } from './payment-settings.rules.ts';
import './payments.css';
import { type Connection, useConnection, useReturn } from './use-connection.ts';

const ROW = 92;
/** If Stripe takes longer than this to respond, the stored account status is shown first. */
const LONGEST_WAIT_MS = 3_000;
const KIND: Record<PaymentKind, string> = {
  deposit: 'Deposit',
  full: 'Full amount',
  balance: 'Balance',
  part: 'Payment',
};

/** Returns a note with details that the status alone doesn't convey, or undefined if there are none. */
const noteOf = ({ status, extra, refundedCents, reason }: PaymentView): string | undefined => {
  if (extra && status === 'succeeded') return 'This was more than was left to pay. Refund the extra on the lead.';
  if (status === 'processing') return 'Bank payments take a few days. This payment isn’t complete until it clears.';
  if (status === 'partially_refunded') return `${formatCents(refundedCents)} was refunded.`;
  if (status === 'disputed') return 'Respond in your Stripe account before the deadline.';
  if (status === 'voided') return reason ?? undefined;
  if (status === 'failed') return reason ?? 'The bank payment didn’t go through. Nothing was paid.';
  return undefined;
};

function Row({ payment, zone }: { payment: PaymentView; zone: string | undefined }) {
  const { leadId, leadName, kind, method, amountCents, feeCents, estimateNumber } = payment;
  const note = noteOf(payment);
  return (
    <li className="pay-row">
      <div className="grow">
        <p>
          <Link to={`/dashboard?tab=leads&lead=${leadId}`} className="pay-name">
            {leadName}
          </Link>
        </p>
        <p className="sm muted">
          {KIND[kind]} for <span className="num">{estimateNumber}</span>, {paymentMethodWords(method)}
        </p>
        {note && <p className="sm wrap-anywhere">{note}</p>}
      </div>
      <div className="pay-sum">
        <Money cents={amountCents} className="pay-amount" />
        <span className="sm muted num">
          {formatDay(payment.paidAt ?? payment.createdAt, zone)}
          {feeCents > 0 && payment.paidAt !== null && `, fee ${formatCents(feeCents)}`}
        </span>
        <PaymentBadge {...payment} />
      </div>
    </li>
  );
}

/** Homeowners' payments, newest first, with their current status. Each name links to the lead. */
export function RecentPayments() {
  const { zone } = useTimeZone();
  const query = trpc.payments.list.useInfiniteQuery({}, { getNextPageParam: (page) => page.nextCursor ?? undefined });
  const payments = query.data?.pages.flatMap((page) => page.items);
  return (
    <section aria-labelledby="paid-title">
      <h2 id="paid-title">Recent payments</h2>
      {payments?.length === 0 && (
        <p className="muted">No payments yet. Payments appear here and on the lead as soon as a homeowner pays.</p>
      )}
      {payments !== undefined && payments.length > 0 && (
        <ul className="card pay-list">
          {payments.map((payment) => (
            <Row key={payment.id} payment={payment} zone={zone} />
          ))}
        </ul>
      )}
      {query.isPending && <SkeletonRows rows={3} height={ROW} label="Loading payments" />}
      {query.isError && (
        <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
          {problemOf(query.error).message}
        </Banner>
      )}
      <ShowMore query={query} className="justify-self-start" />
    </section>
  );
}

interface LoadedProps {
  connection: Connection;
  state: ConnectionView;
  settings: PaymentSettingsWithCaps;
}

function Loaded({ connection, state, settings }: LoadedProps) {
  const kept = useSettingsForm({ key: `payments:${useCompanyId()}`, stored: paymentFormOf(settings) });
  const { own } = useMay();
  const { accountId, available, connected, step } = state;
  const connects = own && available && !connected && (accountId === null || step !== 'wait');
  return (
    <div className="account pay">
      <AccountState state={state} connection={connection} primary={!kept.dirty}>
        <PhoneToDo stored={settings} />
      </AccountState>
      <DepositSettings stored={settings} kept={kept} connects={connects} />
      <RecentPayments />
    </div>
  );
}

/** Admin → Payments: the Stripe account that receives payments, the deposit settings, and homeowners' payments. */
export default function PaymentsSection() {
  const connection = useConnection();
  useReturn(connection);
  const settings = trpc.payments.settings.useQuery();
  const { manage } = useMay();
  const waited = useElapsed(LONGEST_WAIT_MS);
  const account = connection.status.data?.accountId ?? null;
  // Waits for Stripe. Otherwise, a changed status would shift the rest of the page.
  const ready = account === null || !manage || connection.checked || waited;
  if (connection.status.data && settings.data && ready)
    return <Loaded connection={connection} state={connection.status.data} settings={settings.data} />;
  const error = connection.status.error ?? settings.error;
  if (!error) return <SkeletonRows rows={4} height={92} label="Loading payments" />;
  const again = () => void Promise.all([connection.status.refetch(), settings.refetch()]);
  return (
    <Banner action={<Button onClick={again}>Try again</Button>}>
      <b>Failed to check Stripe connection status</b>
      <p>{problemOf(error).message}</p>
    </Banner>
  );
}
