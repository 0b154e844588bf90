import { Mail, MessageSquareText, Navigation, Phone } from 'lucide-react';
import { Suspense } from 'react';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import { sourceLabel } from '#shared/features/leads/source.rules.ts';
import type { LeadAttribution, LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { useTimeZone } from '../../lib/company.ts';
import { formatCalendarDay, formatDay } from '../../lib/dates.ts';
import { Note } from '../../ui/banner.tsx';
import { buttonClass, Button } from '../../ui/button.tsx';
import { FenceRun } from '../../ui/fence-run.tsx';
import { Dimension, Money } from '../../ui/figures.tsx';
import { lazyPart } from '../../lib/parts.ts';
import { instantWords } from '#shared/features/instant/instant.words.ts';
import { AddEmail } from './add-email.tsx';
import { AddLength } from './add-length.tsx';
import { askedText } from './asked-text.ts';
import { CallLink } from './call-link.tsx';
import { detailsText, lengthIsNext, noTextsText } from './lead-words.ts';
import { OPENED, useLeadsAddress } from './leads-address.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { directionsTo, mapOf } from './map-links.ts';
import { OfferMark } from './offer-mark.tsx';

const FencePlan = lazyPart(() => import('../../ui/fence-plan.tsx').then(({ FencePlan: Plan }) => ({ default: Plan })));
const AssigneeFact = lazyPart(() => import('../team/assignee-fact.tsx'));

/** Explains why the lead can't be emailed (C26). If email is only paused, a button resumes it. */
function MailState({ leadId }: { leadId: string }) {
  const utils = trpc.useUtils();
  const { data } = trpc.leads.mailState.useQuery({ leadId });
  const resume = trpc.leads.resumeMail.useMutation({
    onSuccess: () => toast.done('Email turned back on', { detail: 'If an email bounces again, you’ll see it here' }),
    onError: (error) => sayFailed('We couldn’t turn email back on', error),
    onSettled: () =>
      Promise.all([utils.leads.mailState.invalidate({ leadId }), utils.leads.timeline.invalidate({ leadId })]),
  });
  if (!data?.reason) return null;
  return (
    <Note>
      <span className="row between flex-wrap gap-2">
        <span>{data.reason}</span>
        {data.canResume && (
          <Button working={resume.isPending} workingText="Saving..." onClick={() => resume.mutate({ leadId })}>
            Turn email back on
          </Button>
        )}
      </span>
    </Note>
  );
}

/** Joins the state and ZIP code with a no-break space, so that they stay on one line. */
export const withWholeZip = (address: string): string => address.replace(/ (?=\d{5}(-\d{4})?$)/, '\u00a0');

/**
 * Buttons to call the homeowner, get directions, or write a text or an email. Each is shown only if the lead has the
 * phone number, street address or email address that it needs. Texts and emails are written in the conversation.
 */
export function ReachButtons({ lead }: { lead: LeadView }) {
  const { linkTo } = useLeadsAddress();
  const { state } = useLocation();
  return (
    <div className="reach">
      {lead.phone && (
        <CallLink lead={{ ...lead, phone: lead.phone }} className={buttonClass()}>
          <Phone className="i" aria-hidden /> Call
        </CallLink>
      )}
      {lead.address && (
        <a className={buttonClass()} href={directionsTo(lead.address)} target="_blank" rel="noopener noreferrer">
          <Navigation className="i" aria-hidden /> Directions
        </a>
      )}
      {lead.phone && (
        <Link className={buttonClass()} to={linkTo({ view: 'text' })} state={state} replace keepScroll>
          <MessageSquareText className="i" aria-hidden /> Text
        </Link>
      )}
      {lead.email && (
        <Link className={buttonClass()} to={linkTo({ view: 'email' })} state={state} replace keepScroll>
          <Mail className="i" aria-hidden /> Email
        </Link>
      )}
    </div>
  );
}

/**
 * Shown for a lead without a fence length. Contains the known facts and, unless the footer already has one, a link for
 * entering the rest.
 */
function Unmeasured({ lead }: { lead: LeadView }) {
  return (
    <div className="row between flex-wrap gap-2">
      <div>
        <p className="font-semibold">
          {lead.quoteCents === null ? 'No length or amount yet' : <Money cents={lead.quoteCents} />}
        </p>
        <p className="sm muted">{detailsText(lead)}</p>
      </div>
      {(lead.held || !lengthIsNext(lead)) && <AddLength leadId={lead.id} />}
    </div>
  );
}

/** The price and the drawing of the fence, the most prominent part of the sheet. */
export function LeadRun({ lead }: { lead: LeadView }) {
  if (lead.perimeter === null) return <Unmeasured lead={lead} />;
  const asked = askedText(lead.measured);
  return (
    <div className="stack-s">
      <div className="row between items-baseline">
        <span className="total-s">
          <Money cents={lead.quoteCents} />
          <OfferMark lead={lead} />
        </span>
        <span className="sm muted">{detailsText(lead)}</span>
      </div>
      <FenceRun
        perimeter={lead.perimeter}
        gates={lead.gateCount}
        material={lead.materialType ?? 'fence'}
        width={460}
        height={92}
      />
      <Dimension>{formatFeet(lead.perimeter)}</Dimension>
      {asked !== null && <p className="sm">Asked for: {asked}</p>}
      {lead.drawing && (
        <Suspense>
          <FencePlan drawing={lead.drawing} />
        </Suspense>
      )}
    </div>
  );
}

/** How the homeowner got to the website, if the widget reported it. */
function VisitFacts({ attribution: { first, last } }: { attribution: LeadAttribution }) {
  const from = ({ name, landingPage }: LeadAttribution['first']) =>
    [name ?? 'Direct', landingPage].filter(Boolean).join(', ');
  const [began, ended] = [from(first), from(last)];
  return (
    <>
      <dt>{began === ended ? 'Visit' : 'First visit'}</dt>
      <dd className="wrap-anywhere">{began}</dd>
      {began !== ended && (
        <>
          <dt>Last visit</dt>
          <dd className="wrap-anywhere">{ended}</dd>
        </>
      )}
    </>
  );
}

/** Returns the estimate's number and, until it's paid in full, its last valid day. */
const estimateText = ({ number, validUntil, status }: EstimateListItem): string =>
  status === 'paid'
    ? `No. ${number}, paid in full`
    : `No. ${number}, ${status === 'expired' ? 'was valid' : 'valid'} through ${formatCalendarDay(validUntil)}`;

/** Opens the list of materials of the lead's newest estimate. */
function MaterialsLink() {
  const { linkTo } = useLeadsAddress();
  return (
    <Link className="block" to={linkTo({ dialog: 'materials' })} state={OPENED} keepScroll>
      List of materials
    </Link>
  );
}

/** The estimate's options. After signing, only the chosen one is shown. */
function OptionFacts({ estimate: { options, acceptance } }: { estimate: EstimateListItem }) {
  if (options.length < 2) return null;
  const shown = acceptance ? options.filter(({ id }) => id === acceptance.optionId) : options;
  return (
    <>
      <dt>{acceptance ? 'Accepted option' : 'Options'}</dt>
      <dd>
        {shown.map(({ id, label, totalCents }) => (
          <span key={id} className="block wrap-anywhere">
            {label}, <Money cents={totalCents} />
          </span>
        ))}
      </dd>
    </>
  );
}

/**
 * The lead's facts as a list (spec, section 2, lead detail), with the notes and, if texts can't be sent, the reason.
 */
export function LeadFacts({ lead, estimate }: { lead: LeadView; estimate: EstimateListItem | undefined }) {
  const { zone } = useTimeZone();
  return (
    <>
      <dl className="kv">
        <dt>Email</dt>
        <dd>
          {lead.email === null ? (
            <>
              <span className="mr-2">Not provided</span> <AddEmail leadId={lead.id} inline />
            </>
          ) : (
            <a href={`mailto:${lead.email}`}>{lead.email}</a>
          )}
        </dd>
        <dt>Phone</dt>
        <dd className="num">
          {lead.phone ? (
            <CallLink lead={{ ...lead, phone: lead.phone }}>{formatPhone(lead.phone)}</CallLink>
          ) : (
            'Not provided'
          )}
        </dd>
        <dt>Address</dt>
        <dd>
          {lead.address ? (
            <a href={mapOf(lead.address)} target="_blank" rel="noopener noreferrer">
              {withWholeZip(lead.address)}
            </a>
          ) : (
            'No address provided'
          )}
        </dd>
        <Suspense fallback={null}>{!lead.held && <AssigneeFact lead={lead} />}</Suspense>
        {lead.language === 'es' && (
          <>
            <dt>Language</dt>
            <dd>Spanish</dd>
          </>
        )}
        <dt>Date Added</dt>
        <dd>{formatDay(lead.createdAt, zone)}</dd>
        <dt>Source</dt>
        <dd className="wrap-anywhere">{sourceLabel(lead.source)}</dd>
        {lead.attribution && <VisitFacts attribution={lead.attribution} />}
        {instantWords(lead) && (
          <>
            <dt>Instant</dt>
            <dd>{instantWords(lead)}</dd>
          </>
        )}
        {estimate && (
          <>
            <dt>Estimate</dt>
            <dd>
              <a href={estimate.url} target="_blank" rel="noopener">
                {estimateText(estimate)}
              </a>
              <MaterialsLink />
            </dd>
            <OptionFacts estimate={estimate} />
          </>
        )}
      </dl>
      {lead.notes && (
        <div className="stack-s">
          <h3>Notes</h3>
          <p className="rounded-control bg-cedar-wash px-3 py-2 text-[0.9375rem] whitespace-pre-line [overflow-wrap:anywhere]">
            {lead.notes}
          </p>
        </div>
      )}
      {lead.phone && !lead.sms.allowed && lead.sms.reason && <Note>{noTextsText(lead.sms)}</Note>}
      {lead.email && <MailState leadId={lead.id} />}
    </>
  );
}
