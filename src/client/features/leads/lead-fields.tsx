import { useEffect, useId, useRef, useState } from 'react';
import { skipToken } from '@tanstack/react-query';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { OFFERED_SOURCES, sourceLabel } from '#shared/features/leads/source.rules.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { addDays } from '#shared/primitives/local-date.ts';
import { besidePhoneHint } from '../../lib/phone-hint.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import { ConsentField } from './consent-field.tsx';
import { PlaceField } from './place-field.tsx';
import type { LeadFormState } from './use-lead-form.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useLeadsAddress } from './leads-address.ts';
import { useMay } from '../../lib/role.ts';
import { useToday } from '../../lib/today.ts';

/**
 * The lead's source, with suggestions: common names and, for users who can see reports, the sources from the past year.
 */
function SourceField({ state: { field, errors } }: { state: LeadFormState }) {
  const id = useId();
  const { manage } = useMay();
  const { today } = useToday({ enabled: manage });
  const known = trpc.analytics.overview.useQuery(
    manage && today ? { from: addDays(today, -365), to: today } : skipToken,
    { staleTime: 5 * MINUTE },
  );
  const names = new Set([...OFFERED_SOURCES, ...(known.data?.bySource ?? []).map(({ source }) => sourceLabel(source))]);
  return (
    <Field
      label="Source"
      optional
      error={errors['source']}
      hint="How the homeowner heard about you. Reports group leads by source."
    >
      <Input {...field('source')} list={id} maxLength={60} autoComplete="off" />
      <datalist id={id}>
        {[...names].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </Field>
  );
}

/** Whether the text could be a whole email address or phone number, so that the server is asked only then. */
const isWhole = (email: string, phone: string): boolean =>
  /\S@\S+\.\S\S/.test(email) || phone.replace(/\D/g, '').length >= 10;

/** Says that the person being entered is already a lead, while their email or phone is being typed. */
function KnownLead({ email, phone }: { email: string; phone: string }) {
  const { linkTo } = useLeadsAddress();
  const { zone } = useTimeZone();
  const known = trpc.leads.known.useQuery({ email, phone }, { enabled: isWhole(email, phone) });
  const lead = known.data?.items[0];
  return (
    <div role="status">
      {lead && (
        <Note tone="pine">
          <Link to={linkTo({ lead: lead.id, dialog: null })}>{lead.name}</Link> is already in your leads, added{' '}
          {formatDay(lead.createdAt, zone)}. What you typed here is kept if you open that lead.
        </Note>
      )}
    </div>
  );
}

interface LeadFieldsProps {
  id: string;
  state: LeadFormState;
  pricing: PricingView;
  /** The lead to edit. Undefined for a new lead. */
  lead?: LeadView;
}

type PartProps = Omit<LeadFieldsProps, 'id'>;

/** Length, gates and material, which determine the price. */
function FenceFields({ state: { field, errors, values }, pricing, lead }: PartProps) {
  const known = pricing.materials.some((material) => material.id === values.materialId);
  return (
    <div className="leadform-fence">
      <Field label="Perimeter" optional error={errors['perimeter']}>
        <Input {...field('perimeter')} className="num" inputMode="decimal" unit="ft" autoComplete="off" />
      </Field>
      <Field label="Gates" optional error={errors['gateCount']}>
        <Input {...field('gateCount')} className="num" inputMode="numeric" placeholder="0" autoComplete="off" />
      </Field>
      <Field label="Material" optional error={errors['materialId']}>
        <Select {...field('materialId')}>
          <option value="">Not chosen yet</option>
          {!known && values.materialId !== '' && (
            <option value={values.materialId}>{lead?.materialType} (no longer on your list)</option>
          )}
          {pricing.materials.map((material) => (
            <option key={material.id} value={material.id}>
              {material.name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

const FOLDED = ['address', 'city', 'zip', 'notes'] as const;

/** The street address and notes, collapsed until one of the fields has a value. */
function MoreFields({ state: { field, errors, values, type } }: Pick<PartProps, 'state'>) {
  const [opened, setOpened] = useState(false);
  const open = opened || FOLDED.some((name) => values[name] !== '' || errors[name] !== undefined);
  return (
    <details className="leadform-more" open={open} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>Address and notes</summary>
      <div className="stack">
        <Field label="Street address" optional error={errors['address']}>
          <Input {...field('address')} maxLength={180} autoComplete="off" />
        </Field>
        <div className="leadform-place">
          <PlaceField
            {...field('city')}
            onPick={({ city, state: us, zip }) => type({ city: `${city}, ${us}`, ...(zip && { zip }) })}
          />
          <Field label="ZIP" optional error={errors['zip']}>
            <Input {...field('zip')} className="num" inputMode="numeric" maxLength={10} autoComplete="off" />
          </Field>
        </div>
        <Field label="Notes" hint="Only your company sees these notes." optional error={errors['notes']}>
          <Textarea {...field('notes')} rows={3} />
        </Field>
      </div>
    </details>
  );
}

/**
 * The fields in this order: name, phone and email, consent to texts, the fence, and a collapsed section with the rest.
 * Callers say who they are first. Consent is shown once a phone number is entered.
 */
export function LeadFields({ id, ...part }: LeadFieldsProps) {
  const { state, lead } = part;
  const { form, field, errors, failure, values } = state;
  const first = useRef<HTMLInputElement>(null);
  const isNew = lead === undefined;
  useEffect(() => {
    if (!isNew) return;
    // Runs after the dialog has moved focus to its title.
    const frame = requestAnimationFrame(() => first.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isNew]);
  const hint = useId();
  const refused = Boolean(errors['email'] ?? errors['phone']);
  // The email's error then says that either is enough, so both fields are marked, and the error is below both.
  const neither = errors['email'] !== undefined && values.email.trim() === '' && values.phone.trim() === '';
  const marked = neither && { 'aria-invalid': true, 'aria-describedby': hint };
  return (
    <form id={id} {...form} className="stack leadform">
      {failure && <Banner>{failure.message}</Banner>}
      <Field label="Name" error={errors['name']}>
        <Input ref={first} {...field('name')} maxLength={200} autoComplete="off" />
      </Field>
      <div
        className="leadform-two"
        role="group"
        aria-label="Contact details"
        aria-describedby={refused ? undefined : hint}
      >
        <Field label="Phone" error={errors['phone']} hint={besidePhoneHint(values.phone)}>
          <Input {...field('phone')} type="tel" className="num" maxLength={40} autoComplete="off" {...marked} />
        </Field>
        <Field label="Email" error={neither ? undefined : errors['email']}>
          <Input {...field('email')} type="email" maxLength={254} autoComplete="off" {...marked} />
        </Field>
        {neither && (
          <div className="leadform-both">
            <FieldError id={hint}>{errors['email']}</FieldError>
          </div>
        )}
        {!refused && (
          <p className="hint" id={hint}>
            Enter a phone number, an email or both.
          </p>
        )}
      </div>
      {isNew && <KnownLead email={values.email} phone={values.phone} />}
      {(values.phone.trim() !== '' || values.consent !== '') && <ConsentField state={state} lead={lead} />}
      <FenceFields {...part} />
      <Field
        label="Language"
        error={errors['language']}
        hint="Used for the estimate and all messages to the homeowner."
      >
        <Select {...field('language')}>
          <option value="en">English</option>
          <option value="es">Spanish</option>
        </Select>
      </Field>
      <SourceField state={state} />
      <MoreFields state={state} />
    </form>
  );
}
