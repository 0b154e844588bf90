import { Eye } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { roleMay } from '#shared/features/team/roles.rules.ts';
import { missingDetails } from '#shared/features/company/sender-details.rules.ts';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import { jobZip } from '#shared/features/leads/job-zip.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { useCompany } from '../../lib/company.ts';
import { problemOf } from '../../lib/errors.ts';
import { lazyPart } from '../../lib/parts.ts';
import { useRole } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { stageCents } from '#shared/features/payments/payment-plan.rules.ts';
import { planOfForm, typedFaults } from '../payments/plan-form.rules.ts';
import { EstimatePayment } from '../payments/estimate-payment.tsx';
import { EstimateFields } from './estimate-fields.tsx';
import { EstimateFoot, PreviewFoot } from './estimate-foot.tsx';
import { priceProblem, valuesOf } from './estimate-options.rules.ts';
import { EstimatePaper, PaperChoice } from './estimate-paper.tsx';
import './estimates.css';

import { useEstimateForm } from './use-estimate-form.ts';
import { reckon } from './price-option.rules.ts';
import { useEstimateFrame, useOffers } from './use-reckoned.ts';

// Counting materials is loaded only for those who may see costs.
const MarginPanel = lazyPart(() => import('../materials/margin-panel.tsx'));

interface EstimateDialogProps {
  leadId: string;
  open: boolean;
  onClose: () => void;
}

const TITLE = 'Fence Installation Estimate';
const WIDTH = 1040;

interface EditorProps extends EstimateDialogProps {
  lead: LeadView;
  pricing: PricingView;
  company: CompanyView;
  terms: string;
  newest: EstimateListItem | undefined;
}

function EstimateEditor({ open, onClose, lead, pricing, company, terms, newest }: EditorProps) {
  const [preview, setPreview] = useState(false);
  const [entered, setEntered] = useState(0);
  const state = useEstimateForm({ lead, pricing, terms, newest, onSent: onClose });
  const { data: subscription } = trpc.subscription.check.useQuery();
  const role = useRole();
  const seesCosts = role !== undefined && roleMay(role, 'costs');
  const { options } = state.values;
  const values = options.map((option) => valuesOf(option, pricing));
  const frame = useEstimateFrame(
    lead.id,
    values.find((value) => value !== undefined),
  );
  const offers = useOffers(state.values.offer, frame);
  const own = Object.keys(typedFaults(state.values.plan)).length === 0 ? planOfForm(state.values.plan) : null;
  const depositTerms = frame && { ...frame.depositTerms, plan: own ?? frame.depositTerms.plan ?? null };
  const zip = jobZip(lead);
  const reckoned = values.map((value) =>
    reckon(value, pricing, { depositTerms, offers, zip, language: lead.language }),
  );
  const shown = Math.min(entered, options.length - 1);
  const [option, estimate] = [options[shown], reckoned[shown]];
  const totals = reckoned.map((each) => each?.totalCents);
  return (
    <Dialog
      open={open}
      onClose={() => {
        state.forget();
        onClose();
      }}
      dirty={state.dirty}
      width={preview ? 640 : WIDTH}
      readOnly={preview}
      title={preview ? 'Estimate Preview' : TITLE}
      headExtra={
        <>
          <span className={preview ? undefined : 'desk'}>
            <Badge>Draft</Badge>
          </span>
          {!preview && (
            <Button
              variant="quiet"
              className="est-eye"
              icon={<Eye className="i" aria-hidden />}
              aria-label="Preview estimate"
              onMouseDown={keepFocus}
              onClick={() => setPreview(true)}
            >
              <span className="desk">Preview estimate</span>
            </Button>
          )}
        </>
      }
      footer={
        preview ? (
          <PreviewFoot totals={totals} onEdit={() => setPreview(false)} />
        ) : (
          <EstimateFoot
            lead={lead}
            subscription={subscription}
            totals={totals}
            busy={state.busy}
            sending={state.working}
            problem={state.failure}
            missing={missingDetails(company)}
            onSend={() => state.send()}
          />
        )
      }
    >
      <div className={preview ? 'est est-one' : 'est'}>
        <div hidden={preview}>
          <EstimateFields
            lead={lead}
            margin={
              seesCosts &&
              estimate &&
              values[shown] && (
                <Suspense fallback={null}>
                  <MarginPanel
                    input={values[shown]}
                    pricing={pricing}
                    drawing={lead.drawing}
                    priceCents={estimate.totalCents - (estimate.tax?.cents ?? 0)}
                  />
                </Suspense>
              )
            }
            pricing={pricing}
            state={state}
            reckoned={reckoned}
            onEnter={setEntered}
            deposit={estimate?.deposit?.words}
            stages={
              own && estimate
                ? stageCents(own, { totalCents: estimate.totalCents, maxCents: estimate.deposit?.maxCents ?? null })
                : undefined
            }
            unlimited={own && estimate ? stageCents(own, { totalCents: estimate.totalCents }) : undefined}
          />
        </div>
        <div className="paper">
          <div className="est-stays">
            <EstimatePaper
              company={company}
              lead={lead}
              estimate={estimate}
              problem={option && !estimate ? priceProblem(option, { pricing, zip: jobZip(lead) }) : undefined}
              dates={frame}
              drawing={lead.drawing}
              choice={
                options.length > 1 && (
                  <PaperChoice labels={state.labels} reckoned={reckoned} shown={shown} onShow={setEntered} />
                )
              }
              preview={
                preview ? { notes: state.values.notes, terms: state.values.terms, language: lead.language } : undefined
              }
            />
            {!preview && (
              <div className="est-payment">
                <EstimatePayment lead={lead} estimate={estimate} />
              </div>
            )}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

/** A dialog for viewing, editing and sending a lead's estimate (spec, section 2). */
export default function EstimateDialog(props: EstimateDialogProps) {
  const { leadId, open, onClose } = props;
  const lead = trpc.leads.get.useQuery({ leadId });
  const pricing = trpc.pricing.get.useQuery();
  const terms = trpc.terms.get.useQuery();
  const versions = trpc.estimates.listForLead.useQuery({ leadId });
  const company = useCompany();
  const queries = [lead, pricing, terms, versions, company];
  if (lead.data && pricing.data && terms.data && versions.data && company.data)
    return (
      <EstimateEditor
        {...props}
        lead={lead.data}
        pricing={pricing.data}
        terms={lead.data.language === 'es' ? terms.data.spanish : terms.data.text}
        newest={versions.data[0]}
        company={company.data}
      />
    );
  const failed = queries.find((query) => query.isError);
  const again = () => void Promise.all(queries.filter((query) => query.isError).map((query) => query.refetch()));
  return (
    <Dialog open={open} onClose={onClose} width={WIDTH} title={TITLE}>
      <div className="pad">
        {failed ? (
          <Banner action={<Button onClick={again}>Try again</Button>}>{problemOf(failed.error).message}</Banner>
        ) : (
          <SkeletonRows rows={5} height={74} label="Loading the estimate" />
        )}
      </div>
    </Dialog>
  );
}
