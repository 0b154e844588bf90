import { X } from 'lucide-react';
import { useState } from 'react';
import type { AdminCompanyDetailView } from '#shared/features/admin/admin.schema.ts';
import type { SmsRegistration } from '#shared/features/company/company.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { formatDay, formatDayTime, lastDay } from '../../lib/dates.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useAdminAddress } from './admin-address.ts';
import { Failures } from './company-failures.tsx';
import { leadsText, REGISTRATION_WORD, stripeText, tierWord, untilText } from './admin-words.ts';
import { useAfterAct } from './use-act.ts';

interface CompanySheetProps {
  companyId: string;
  onGrant: (company: AdminCompanyDetailView) => void;
  onSms: (company: AdminCompanyDetailView) => void;
}

/** A company's plan, SMS registration, ledger and failures, and the actions that an admin can take. */
export default function CompanySheet({ companyId, onGrant, onSms }: CompanySheetProps) {
  const { closeCompany } = useAdminAddress();
  const { data, error, refetch } = trpc.admin.companies.get.useQuery({ companyId });
  return (
    <Sheet
      open
      onClose={closeCompany}
      title={data?.name ?? 'Company'}
      actions={
        <IconButton label="Close" onClick={closeCompany}>
          <X className="i" aria-hidden />
        </IconButton>
      }
      under={data && <p className="sm muted">{`${data.owner.name}, ${data.owner.email}`}</p>}
    >
      {error && (
        <Banner action={<Button onClick={() => void refetch()}>Try again</Button>}>{problemOf(error).message}</Banner>
      )}
      {!data && !error && <SkeletonRows rows={6} label="Loading the company" />}
      {data && (
        <div className="company-parts">
          <Failures company={data} />
          <Plan company={data} onGrant={() => onGrant(data)} />
          <Sms company={data} onSms={() => onSms(data)} />
          <Facts company={data} />
          <Ledger company={data} />
        </div>
      )}
    </Sheet>
  );
}

type Of = { company: AdminCompanyDetailView };

const STRIPE_TONE: Partial<Record<string, BadgeTone>> = { active: 'paid', past_due: 'flag', unpaid: 'flag' };

function Plan({ company, onGrant }: Of & { onGrant: () => void }) {
  const { subscription: plan, timeZone } = company;
  return (
    <section className="stack gap-2">
      <h3>Plan</h3>
      <dl className="kv kv-even">
        <dt>Current plan</dt>
        <dd>{[tierWord(company), untilText(company)].filter(Boolean).join(', ')}</dd>
        <dt>Quotes left</dt>
        <dd className="num">{company.quotesLeft.toLocaleString('en-US')}</dd>
        <dt>Credits</dt>
        <dd className="num">{plan.creditsLeft}</dd>
        <dt>Stripe status</dt>
        <dd>
          <Badge tone={STRIPE_TONE[plan.stripeStatus ?? ''] ?? 'line'}>{stripeText(plan)}</Badge>
        </dd>
        {plan.freeUntil !== null && (
          <>
            <dt>Free access</dt>
            <dd>
              Through {lastDay(plan.freeUntil, timeZone)}
              {plan.freeGrantedBy !== null && `, granted by ${plan.freeGrantedBy}`}
            </dd>
          </>
        )}
      </dl>
      <div className="row mt-2 flex-wrap gap-2">
        <Button onClick={onGrant}>{plan.freeUntil === null ? 'Grant free access' : 'Change free access'}</Button>
        {plan.freeUntil !== null && <EndFreeAccess company={company} />}
      </div>
    </section>
  );
}

function EndFreeAccess({ company }: Of) {
  const [asking, setAsking] = useState(false);
  const after = useAfterAct();
  const revoke = trpc.admin.companies.revokeFreeAccess.useMutation({
    onSuccess: async () => {
      await after();
      toast.done('Free access ended');
    },
    onError: (error) => sayFailed('We couldn’t end free access', error),
  });
  return (
    <>
      <Button variant="danger" working={revoke.isPending} workingText="Ending..." onClick={() => setAsking(true)}>
        End free access
      </Button>
      <Confirm
        open={asking}
        title={`End free access for ${company.name}?`}
        action="End free access"
        cancel="Keep it"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          revoke.mutate({ companyId: company.id });
        }}
      >
        Free access ends immediately. Without another plan, the company must choose one and its follow-ups stop. Leads
        are kept.
      </Confirm>
    </>
  );
}

const REGISTRATION_TONE: Record<SmsRegistration, BadgeTone> = {
  none: 'line',
  pending: 'contacted',
  approved: 'paid',
  rejected: 'flag',
};

function Sms({ company, onSms }: Of & { onSms: () => void }) {
  const { sms } = company;
  return (
    <section className="stack gap-2">
      <h3>SMS</h3>
      <dl className="kv kv-even">
        <dt>Number</dt>
        <dd>{sms.from === null ? 'The platform’s shared number' : formatPhone(sms.from)}</dd>
        <dt>Registration</dt>
        <dd>
          <Badge tone={REGISTRATION_TONE[sms.registration]}>{REGISTRATION_WORD[sms.registration]}</Badge>
          {sms.rejectionReason !== null && <p>{sms.rejectionReason}</p>}
        </dd>
        {sms.pausedAt !== null && (
          <>
            <dt>Texts</dt>
            <dd>
              Paused since {formatDayTime(sms.pausedAt)}: carriers are rejecting them as unregistered ({sms.pauseCode})
            </dd>
          </>
        )}
      </dl>
      <div className="row mt-2 flex-wrap gap-2">
        <Button onClick={onSms}>Text settings</Button>
        {sms.pausedAt !== null && <ResumeTexts company={company} />}
      </div>
    </section>
  );
}

/** A button that resumes the company's texts after an admin has checked its registration. */
function ResumeTexts({ company }: Of) {
  const after = useAfterAct();
  const resume = trpc.admin.companies.resumeTexts.useMutation({
    onSuccess: async () => {
      await after();
      toast.done('Texts resumed', { detail: company.name });
    },
    onError: (error) => sayFailed('We couldn’t resume the texts', error),
  });
  return (
    <Button
      working={resume.isPending}
      workingText="Resuming..."
      onClick={() => resume.mutate({ companyId: company.id })}
    >
      Resume texts
    </Button>
  );
}

function Facts({ company }: Of) {
  return (
    <section className="stack gap-2">
      <h3>Company</h3>
      <dl className="kv kv-even">
        <dt>Contractor ID</dt>
        <dd>{company.contractorId}</dd>
        <dt>Email</dt>
        <dd>{company.email}</dd>
        <dt>Phone</dt>
        <dd>{company.phone === null ? 'Not provided' : formatPhone(company.phone)}</dd>
        <dt>Leads</dt>
        <dd className="num">{leadsText(company.leads)}</dd>
        <dt>Payments</dt>
        <dd>
          <Badge tone={company.stripeConnected ? 'paid' : 'line'}>
            {company.stripeConnected ? 'Connected' : 'Not connected'}
          </Badge>
        </dd>
        <dt>Since</dt>
        <dd>{formatDay(company.createdAt, company.timeZone)}</dd>
      </dl>
    </section>
  );
}

const LEDGER_WORD: Record<string, string> = {
  quote_used: 'Quote used',
  credit_used: 'Credit used',
  credit_bought: 'Credit bought',
  credit_refunded: 'Credit refunded',
  credit_returned: 'Credit returned',
  granted: 'Granted',
};

const signed = (delta: number): string => (delta < 0 ? `−${-delta}` : `+${delta}`);

function Ledger({ company: { ledger, timeZone } }: Of) {
  return (
    <section className="stack gap-2">
      <h3>Ledger</h3>
      {ledger.length === 0 && <p className="sm muted">No quotes used and no credits bought.</p>}
      <ul className="stack-s">
        {ledger.map((entry) => (
          <li key={entry.id} className="row items-start gap-2">
            <span className="num w-10 shrink-0 text-right font-semibold">{signed(entry.delta)}</span>
            <span className="grow">
              {LEDGER_WORD[entry.kind] ?? entry.kind}
              <span className="sm muted block">
                {[formatDay(entry.at, timeZone), entry.lead, entry.reason].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
