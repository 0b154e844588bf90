import { Fragment, Suspense, useState } from 'react';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { StageView } from '#shared/features/payments/payment-plan.schema.ts';
import { dueInWords } from '#shared/features/payments/stage-words.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import { lazyPart } from '../../lib/parts.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/figures.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useLeadsAddress } from '../leads/leads-address.ts';
import { problemText } from '../leads/owes-text.ts';
import { formatCalendarDay } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';

const stateOf = ({ status, due, dueOn, paidCents }: StageView): string => {
  if (status === 'paid') return 'Paid';
  const part = paidCents > 0 ? `. ${formatCents(paidCents)} of it is paid` : '';
  return dueOn !== null && status === 'due'
    ? `Due since ${formatCalendarDay(localDate(dueOn))}${part}`
    : `Due ${dueInWords(due)}${part}`;
};

/** The stages of a signed estimate's payment plan: what each asks for, when, and what of it is paid. */
function LeadStages({ stages }: { stages: readonly StageView[] }) {
  if (stages.length === 0) return null;
  return (
    <dl className="kv lead-stages" aria-label="Payment plan">
      {stages.map((stage, index) => (
        <Fragment key={index}>
          <dt className="wrap-anywhere">{stage.label}</dt>
          <dd className="num">
            {formatCents(stage.cents)} {stage.status === 'due' && <Badge>Due</Badge>}
            <br />
            <span className="sm muted">{stateOf(stage)}</span>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

const TakePayment = lazyPart(() => import('./take-payment.tsx'));

const LeadPaymentList = lazyPart(() => import('./lead-payment-list.tsx'));
const GiveBack = lazyPart(() => import('./give-back.tsx'));
const LeadChanges = lazyPart(() => import('../changes/lead-changes.tsx'));

const FOLD = 'take-payment';

/** Opens and shows the part of the open lead where a payment is taken. Returns false if there's none. */
export const showTakePayment = (): boolean => {
  const fold = document.getElementById(FOLD);
  if (!(fold instanceof HTMLDetailsElement)) return false;
  fold.open = true;
  fold.querySelector('summary')?.focus();
  fold.scrollIntoView({ block: 'nearest' });
  return true;
};

/** The sums behind the lead's balance, as [label, cents]. Empty until something is agreed or paid. */
const sumsOf = ({ agreedCents, receivedCents, refundedCents, balanceCents, owedCents }: LeadView) => {
  if (agreedCents === null) return [];
  const rows: [string, number][] = [
    ['Agreed price', agreedCents],
    ['Paid', receivedCents],
  ];
  if (refundedCents > 0) rows.push(['Refunded or returned', refundedCents]);
  rows.push(balanceCents < 0 ? ['You owe the customer', -balanceCents] : ['Left to pay', owedCents]);
  return rows;
};

/** Loads the payment form only once the contractor wants to take a payment. */
function Take({ estimate }: { estimate: EstimateListItem | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <details id={FOLD} className="pay-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Take a payment</summary>
      {open && estimate && (
        <Suspense fallback={<SkeletonRows rows={1} height={92} label="Loading the payment options" />}>
          <TakePayment estimateId={estimate.id} number={estimate.number} />
        </Suspense>
      )}
    </details>
  );
}

/** The lead's payments with their actions. Loaded only once the contractor wants to see them. */
function Received({ lead }: { lead: LeadView }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="pay-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Payments received</summary>
      {open && (
        <Suspense fallback={<SkeletonRows rows={1} height={92} label="Loading the payments" />}>
          <LeadPaymentList leadId={lead.id} />
        </Suspense>
      )}
    </details>
  );
}

interface LeadPaymentsProps {
  lead: LeadView;
  /** The newest estimate version that was sent. Undefined while loading, or if there's none. */
  estimate: EstimateListItem | undefined;
  /** The signed version. Payments by hand and changes are only for it. */
  signed: EstimateListItem | undefined;
  /** The address of the signed version's invoice. Null if its link was revoked or nothing is signed. */
  invoiceUrl: string | null;
}

/**
 * The lead's payments: what was agreed, paid and returned, what is left or owed back, and a fold for taking a payment
 * in person once an estimate was sent. Owners and managers also record checks and cash, and give payments back. Shows
 * nothing before that.
 */
export function LeadPayments({ lead, estimate, signed, invoiceUrl }: LeadPaymentsProps) {
  const { openDialog } = useLeadsAddress();
  const may = useMay();
  const connection = trpc.payments.status.useQuery(undefined, { enabled: may.office });
  const sums = sumsOf(lead);
  const problem = problemText(lead);
  // Money that's owed can still be recorded for an erased homeowner, but nothing can be sent to them.
  const works = may.work && lead.erasedAt === null;
  const takes = works && lead.estimateStatus !== null && connection.data?.connected && connection.data.available;
  const left = lead.agreedCents === null || lead.owedCents > 0;
  if (sums.length === 0 && !takes) return null;
  return (
    <section className="stack-s" aria-label="Payments">
      {sums.length > 0 && (
        <>
          <h3>Payments</h3>
          <dl className="kv">
            {sums.map(([label, cents]) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd className="num">
                  <Money cents={cents} />
                </dd>
              </Fragment>
            ))}
          </dl>
          {problem && <p className="sm">{problem}</p>}
          {may.manage && lead.balanceCents < 0 && (
            <Suspense fallback={<SkeletonRows rows={1} height={64} label="Loading the payments" />}>
              <GiveBack leadId={lead.id} cents={-lead.balanceCents} />
            </Suspense>
          )}
          {signed && <LeadStages stages={signed.stages} />}
          {signed && (
            <div className="row flex-wrap gap-3">
              {may.manage && left && (
                <Button onClick={() => openDialog(lead.id, 'record-payment')}>Record payment</Button>
              )}
              {works && left && <Button onClick={() => openDialog(lead.id, 'payment-plan')}>Payment plan</Button>}
              {works && <Button onClick={() => openDialog(lead.id, 'change')}>Change the job</Button>}
              {invoiceUrl !== null && (
                <a href={invoiceUrl} target="_blank" rel="noopener">
                  Invoice
                </a>
              )}
            </div>
          )}
          {signed && (
            <Suspense fallback={null}>
              <LeadChanges estimateId={signed.id} />
            </Suspense>
          )}
          {/* Also if nothing was received: a voided payment stays in the list, with its reason. */}
          {may.office && <Received lead={lead} />}
        </>
      )}
      {takes && left && <Take estimate={estimate} />}
    </section>
  );
}
