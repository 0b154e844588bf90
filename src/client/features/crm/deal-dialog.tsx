import { roleMay } from '#shared/features/team/roles.rules.ts';
import type { ComponentProps } from 'react';
import type { DealView, PipelineView, StageView } from '#shared/features/crm/crm.schema.ts';
import { MAX_NOTE, MAX_TITLE } from '#shared/features/crm/crm.limits.ts';
import { MAX_LOST_REASON } from '#shared/features/leads/lost-reasons.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { useForm } from '../../lib/form.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import { useCrmAddress } from './crm-address.ts';
import { DealHistory } from './deal-history.tsx';
import { LeadField } from './lead-field.tsx';
import { type DealTexts, useDealForm } from './use-deal-form.ts';
import { useSaveDeal } from './use-save-deal.ts';
import { useRole } from '../../lib/role.ts';

const NOBODY = '';

interface Owner {
  userId: string;
  name: string;
}

/**
 * Returns the members who can own a deal, plus the current owner. Viewers can't own deals. A user with the sales role
 * can assign deals only to themselves.
 */
const useOwners = (owner: Owner | null): Owner[] => {
  const role = useRole();
  const me = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.user;
  const team = trpc.team.list.useQuery(undefined, {
    enabled: role !== undefined && roleMay(role, 'office'),
    staleTime: 60_000,
  });
  const own = role === 'sales' && me ? [{ userId: me.id, name: me.name }] : [];
  const members = team.data?.members.filter((member) => roleMay(member.role, 'work')) ?? own;
  const others = members.map(({ userId, name }) => ({ userId, name }));
  return owner && !others.some(({ userId }) => userId === owner.userId) ? [owner, ...others] : others;
};

interface OwnerFieldProps {
  /** The deal's current owner, if any. */
  owner: Owner | null;
  ownerId: string | null;
  error: string | undefined;
  onChange: (ownerId: string | null) => void;
}

/** Chooses the deal's owner. Hidden while the company has only one member. */
function OwnerField({ owner, ownerId, error, onChange }: OwnerFieldProps) {
  const role = useRole();
  const owners = useOwners(owner);
  if (owners.length < 2 && !owner && role !== 'sales') return null;
  return (
    <Field label="Owner" optional error={error}>
      <Select
        name="ownerId"
        value={ownerId ?? NOBODY}
        onChange={(event) => onChange(event.target.value === NOBODY ? null : event.target.value)}
      >
        <option value={NOBODY}>No one</option>
        {owners.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface DealDialogProps {
  orgId: DealView['orgId'];
  /** The deal to edit. Missing for a new deal. */
  deal?: DealView;
  /** The pipeline for a new deal. */
  pipeline?: PipelineView | undefined;
  /** The lead for a new deal. */
  leadId?: string | null;
  onDelete?: () => void;
}

const schema = async () => (await import('#shared/features/crm/crm.schema.ts')).dealForm;

interface DealFieldsProps {
  field: (name: keyof DealTexts) => ComponentProps<'input'> & ComponentProps<'textarea'>;
  errors: FieldErrors;
  /** The stages that a new deal can start in. To move an existing deal, use its menu. */
  stages: readonly StageView[] | undefined;
  form: ReturnType<typeof useDealForm>;
  deal: DealView | undefined;
}

function DealFields({ field, errors, stages, form, deal }: DealFieldsProps) {
  return (
    <>
      <Field label="Title" hint="Such as Quail Ridge HOA, east boundary." error={errors['title']}>
        <Input {...field('title')} maxLength={MAX_TITLE} autoComplete="off" />
      </Field>
      <Field label="Amount" optional error={errors['amount']}>
        <Input {...field('amount')} inputMode="decimal" unit="dollars" autoComplete="off" />
      </Field>
      {stages && (
        <Field label="Stage">
          <Select value={form.stageId ?? stages[0]?.id} onChange={(event) => form.chooseStage(event.target.value)}>
            {stages.map((stage) => (
              <option key={stage.id} value={stage.id}>
                {stage.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Expected close" optional error={errors['expectedClose']}>
        <Input {...field('expectedClose')} type="date" />
      </Field>
      <OwnerField
        owner={deal?.owner ?? null}
        ownerId={form.ownerId}
        error={errors['ownerId']}
        onChange={form.chooseOwner}
      />
      {deal?.status === 'lost' && (
        <Field label="Why it was lost" optional error={errors['lostReason']}>
          <Input {...field('lostReason')} maxLength={MAX_LOST_REASON} autoComplete="off" />
        </Field>
      )}
      <Field
        label="Note"
        optional
        hint="Shown on the deal’s card. For example, note what you’re waiting for or what you measured."
        error={errors['note']}
      >
        <Textarea {...field('note')} maxLength={MAX_NOTE} />
      </Field>
      <LeadField lead={form.lead} onChange={form.chooseLead} />
    </>
  );
}

/** Creates or edits a deal. Shows the history of an existing deal. */
export default function DealDialog({ orgId, deal, pipeline, leadId = null, onDelete }: DealDialogProps) {
  const { close } = useCrmAddress();
  const { zone } = useTimeZone();
  const prefilled = trpc.leads.get.useQuery({ leadId: leadId ?? '' }, { enabled: leadId !== null && !deal });
  const kept = useDealForm({ orgId, deal, lead: prefilled.data });
  const { values, lead, stageId, ownerId } = kept;
  const { save, call } = useSaveDeal({ deal, orgId, saved: kept.forget, close });
  const { form, field, errors, failure, working } = useForm({
    values,
    type: kept.type,
    schema,
    submit: (now) => save({ ...now, lead, stageId, ownerId }),
    // the owner is selected from a list, so it isn't one of the typed values
    refusals: ({ fields }) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => name === 'ownerId' || Object.hasOwn(values, name))),
    call,
  });
  return (
    <FormDialog
      title={deal ? 'Edit deal' : 'New deal'}
      onClose={() => {
        kept.forget();
        close();
      }}
      save={deal ? 'Save deal' : 'Create deal'}
      working={working}
      dirty={kept.dirty}
      form={form}
      width={520}
      aside={
        onDelete && (
          <Button variant="quiet" className="btn-danger" onClick={onDelete}>
            Delete deal
          </Button>
        )
      }
    >
      {failure && (
        <Banner>
          {deal ? 'We couldn’t update the deal' : 'Create deal failed'}: {failure.message}
        </Banner>
      )}
      <DealFields field={field} errors={errors} stages={deal ? undefined : pipeline?.stages} form={kept} deal={deal} />
      {deal && <DealHistory dealId={deal.id} />}
      {deal && <p className="sm muted">Created {formatDay(deal.createdAt, zone)}</p>}
    </FormDialog>
  );
}
