import { CalendarClock, FilePenLine, FileText, Mail, Phone, Reply } from 'lucide-react';
import { lazyPart } from '../../lib/parts.ts';
import { Suspense } from 'react';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FinishWork, isUnderWay } from '../estimates/work-progress.tsx';
import { showTakePayment } from '../payments/lead-payments.tsx';
import { AddLength } from './add-length.tsx';
import { CallLink } from './call-link.tsx';
import { lengthIsNext, waitsForAnswer } from './lead-words.ts';
import { useLeadsAddress } from './leads-address.ts';

const CollectPayment = lazyPart(() => import('../payments/collect-payment.tsx'));

/**
 * After the homeowner has paid: a button that calls them to schedule the work, or emails them if there's no number.
 */
function Schedule({ lead }: { lead: LeadView }) {
  const { linkTo } = useLeadsAddress();
  const { state } = useLocation();
  return lead.phone === null ? (
    <Link className={buttonClass('primary')} to={linkTo({ view: 'email' })} state={state} replace keepScroll>
      <Mail className="i" aria-hidden /> Email to schedule
    </Link>
  ) : (
    <CallLink lead={{ ...lead, phone: lead.phone }} className={buttonClass('primary')}>
      <Phone className="i" aria-hidden /> Call to schedule
    </CallLink>
  );
}

/** For a lead who is waiting for an answer: a link for writing to them, by text if that's allowed. */
function Answer({ lead }: { lead: LeadView }) {
  const { linkTo } = useLeadsAddress();
  const { state } = useLocation();
  const byText = lead.phone !== null && lead.sms.allowed;
  return (
    <Link
      className={buttonClass('primary')}
      to={linkTo({ view: byText ? 'text' : 'email' })}
      state={state}
      replace
      keepScroll
    >
      <Reply className="i" aria-hidden /> {byText ? 'Answer by text' : 'Answer by email'}
    </Link>
  );
}

interface LeadFootProps {
  lead: LeadView;
  /** The newest estimate version. Undefined while loading or if no estimate was sent. */
  estimate: EstimateListItem | undefined;
}

/** The next action, based on the estimate's status, with an alternative beside it. */
export function LeadActs({ lead, estimate }: LeadFootProps) {
  const { openDialog } = useLeadsAddress();
  const open = () => openDialog(lead.id, 'estimate');
  const state = lead.estimateStatus;
  const paid = state === 'deposit_paid' || state === 'paid';
  const underWay = paid && estimate && isUnderWay(estimate);
  const toSchedule = paid && estimate && !underWay && estimate.workDoneAt === null;
  if (waitsForAnswer(lead) && !paid)
    return (
      <>
        <Button icon={<FilePenLine className="i" aria-hidden />} aria-label="View & Send Estimate" onClick={open}>
          Estimate
        </Button>
        <Answer lead={lead} />
      </>
    );
  if (paid || state === 'accepted')
    return (
      <>
        <Button icon={<FileText className="i" aria-hidden />} aria-label="View & Send Estimate" onClick={open}>
          Estimate
        </Button>
        {underWay && <FinishWork leadId={lead.id} isMain />}
        {toSchedule && <Schedule lead={lead} />}
        {paid && !estimate && <span className="grow" />}
        {!paid && (
          <Suspense fallback={<span className="grow" />}>
            <CollectPayment estimate={estimate} onElse={() => showTakePayment() || open()} />
          </Suspense>
        )}
      </>
    );
  if (lengthIsNext(lead))
    return (
      <>
        <Button icon={<FilePenLine className="i" aria-hidden />} onClick={open}>
          View & Send Estimate
        </Button>
        <AddLength leadId={lead.id} primary />
      </>
    );
  return (
    <>
      <Button icon={<CalendarClock className="i" aria-hidden />} onClick={() => openDialog(lead.id, 'follow-up')}>
        Follow Up
      </Button>
      <Button variant="primary" icon={<FilePenLine className="i" aria-hidden />} onClick={open}>
        {state === 'declined' ? 'Revise estimate' : 'View & Send Estimate'}
      </Button>
    </>
  );
}
