import { sentences } from '#shared/primitives/sentence.ts';
import { useEffect, useRef } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { listOf } from '#shared/features/company/sender-details.rules.ts';
import { CONFIRM_EMAIL, type Problem } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { Banner, Note } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { AddEmail } from '../leads/add-email.tsx';

const ACCOUNT = '/dashboard?tab=admin&section=account';
const COMPANY = '/dashboard?tab=admin&section=company';
const OPEN_COMPANY = { to: COMPANY, label: 'Open company details' };

/** The next step after an error that doesn't belong to a field. Errors that only need a retry aren't listed. */
const NEXT: Partial<Record<Problem['code'], { to: string; label: string }>> = {
  QUOTA_EXHAUSTED: { to: ACCOUNT, label: 'Get more quotes' },
  SUBSCRIPTION_REQUIRED: { to: ACCOUNT, label: 'Choose a plan' },
  NOT_CONFIRMED: CONFIRM_EMAIL,
  UPGRADE_REQUIRED: { to: ACCOUNT, label: 'See the plans' },
  // This error code has only one cause here: required company details are missing.
  APP_ERROR: OPEN_COMPANY,
};

const NextStep = ({ to, label }: { to: string; label: string }) => (
  <Link to={to} keepsTyping className={buttonClass()}>
    {label}
  </Link>
);

/** Explains why the estimate wasn't sent and what to do. The message receives focus. Typed values are kept. */
export function SendProblem({ problem, lead }: { problem: Problem; lead: LeadView }) {
  const element = useRef<HTMLDivElement>(null);
  const next = NEXT[problem.code];
  const unreached = lead.email === null && problem.code === 'SMS_NOT_ALLOWED';
  useEffect(() => element.current?.focus(), [problem]);
  return (
    <div ref={element} className="est-problem" tabIndex={-1}>
      <Banner action={unreached ? <AddEmail leadId={lead.id} /> : next && <NextStep {...next} />}>
        <b>The estimate wasn’t sent.</b> {sentences(problem.message)}
      </Banner>
    </div>
  );
}

/** Lists missing company details before the contractor tries to send the estimate. */
export const MissingDetails = ({ missing }: { missing: readonly string[] }) => (
  <div className="est-problem">
    <Note>
      <div className="row between wrap">
        <span>Add your {listOf(missing)} before sending.</span>
        <NextStep {...OPEN_COMPANY} />
      </div>
    </Note>
  </div>
);

/** Explains that a lead has no email address and can't be texted. */
export const NoWayToSend = ({ lead }: { lead: LeadView }) => (
  <div className="est-problem">
    <Note>
      <div className="row between wrap">
        <span>
          Add an email address to send the estimate. We can’t text {lead.name}: {lead.sms.reason ?? 'no phone number'}.
        </span>
        <AddEmail leadId={lead.id} />
      </div>
    </Note>
  </div>
);
