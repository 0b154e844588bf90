import { skipToken } from '@tanstack/react-query';
import { useState } from 'react';
import { planFaults } from '#shared/features/payments/payment-plan.faults.ts';
import { stageCents } from '#shared/features/payments/payment-plan.rules.ts';
import type { PaymentPlanView } from '#shared/features/payments/payment-plan.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { estimateIdSchema, type EstimateId } from '#shared/primitives/ids.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { useTimeZone } from '../../lib/company.ts';
import { useForm } from '../../lib/form.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { LeadFormWaits } from '../leads/lead-form-waits.tsx';
import { PlanFields } from './plan-fields.tsx';
import { type PlanForm, planFormOf, planOfForm, typedFaults } from './plan-form.rules.ts';
import { useAfterPayment } from './use-after-payment.ts';

interface FormProps {
  estimateId: EstimateId;
  stored: PaymentPlanView;
  zone: string;
  onClose: () => void;
}

const TITLE = 'Payment plan';

function Plan({ estimateId, stored, zone, onClose }: FormProps) {
  const { totalCents, kept, maxAtSigningCents } = stored;
  const today = localDateOf(useNow(), zone);
  const [start] = useState<PlanForm>(() => {
    const form = planFormOf(stored.isDefault ? null : stored.plan, stored.plan);
    return kept > 0 ? { ...form, kind: 'own' } : form;
  });
  const [values, setValues] = useState(start);
  const after = useAfterPayment();
  const set = trpc.estimates.setPaymentPlan.useMutation({
    onSuccess: async () => {
      await after();
      toast.done('Payment plan saved');
      onClose();
    },
  });
  const faultsOf = (form: PlanForm): FieldErrors => {
    const typed = typedFaults(form);
    if (Object.keys(typed).length > 0) return typed;
    const plan = planOfForm(form) ?? stored.plan;
    return planFaults(plan, { totals: [totalCents], terms: { cap: null }, today, kept });
  };
  const { form, errors, failure, working, dirty, typed, leave } = useForm({
    values,
    start,
    rules: faultsOf,
    submit: (now) => set.mutate({ estimateId, stages: planOfForm(now) ?? stored.plan }),
    call: set,
    refusals: ({ fields }) => fields,
  });
  const plan = Object.keys(typedFaults(values)).length === 0 ? (planOfForm(values) ?? stored.plan) : undefined;
  const cents = plan && stageCents(plan, { totalCents, maxCents: maxAtSigningCents });
  return (
    <FormDialog
      title={TITLE}
      onClose={onClose}
      save="Save plan"
      working={working}
      dirty={dirty}
      form={form}
      width={640}
    >
      {failure && <Banner>{failure.message}</Banner>}
      <p className="sm muted">
        The total is <span className="num">{formatCents(totalCents)}</span>.
        {kept > 0 && ' What is due or paid can’t be changed anymore.'}
        {maxAtSigningCents !== null && (
          <>
            {' '}
            The state limits what is due at the signature to{' '}
            <span className="num">{formatCents(maxAtSigningCents)}</span>.
          </>
        )}
      </p>
      <PlanFields
        value={values}
        usual="Deposit and rest"
        errors={errors}
        kept={kept}
        cents={cents}
        unlimited={plan && stageCents(plan, { totalCents })}
        onChange={(next, path) => {
          typed(path);
          setValues(next);
        }}
        onLeave={leave}
      />
    </FormDialog>
  );
}

/** Sets the payment plan of the lead's newest estimate version. Once it's signed, only what isn't due yet can change. */
export default function PaymentPlanDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const estimates = trpc.estimates.listForLead.useQuery({ leadId });
  const { zone } = useTimeZone();
  const estimateId = estimateIdSchema.safeParse(estimates.data?.[0]?.id).data;
  const plan = trpc.estimates.paymentPlan.useQuery(estimateId === undefined ? skipToken : { estimateId });
  return estimateId !== undefined && plan.data && zone !== undefined ? (
    <Plan estimateId={estimateId} stored={plan.data} zone={zone} onClose={onClose} />
  ) : (
    <LeadFormWaits title={TITLE} queries={[estimates, plan]} onClose={onClose} />
  );
}
