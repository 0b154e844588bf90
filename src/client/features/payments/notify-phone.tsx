import type { PaymentSettingsWithCaps } from '#shared/features/payments/payments.schema.ts';
import { zoneLabel } from '#shared/primitives/zone-label.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatSoonTime } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import type { FormState } from '../../lib/form.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { onlyPhoneHint } from '../../lib/phone-hint.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { ToDo } from '../company/company-to-do.tsx';
import { ConfirmCode } from '../company/confirm-code.tsx';
import type { PaymentForm } from './payment-settings.rules.ts';

const useCancel = (stored: PaymentSettingsWithCaps) => {
  const utils = trpc.useUtils();
  const update = trpc.payments.updateSettings.useMutation({
    onSuccess: (saved) => {
      utils.payments.settings.setData(undefined, saved);
      toast.done('Phone change canceled');
    },
  });
  const { depositKind, depositPercent, depositAmountCents, offerFullPayment, notifyPhone } = stored;
  return {
    working: update.isPending,
    problem: update.error ? problemOf(update.error) : null,
    cancel: () => update.mutate({ depositKind, depositPercent, depositAmountCents, offerFullPayment, notifyPhone }),
  };
};

/**
 * Returns the time when the text with the code will be sent, such as 'today at 11:00 AM, Mountain time'. Undefined if the
 * text was already sent.
 */
const useWaits = ({ codeDueAt }: PaymentSettingsWithCaps): string | undefined => {
  const { zone } = useTimeZone();
  const now = useNow();
  if (codeDueAt === undefined || new Date(codeDueAt) <= now) return undefined;
  return `${formatSoonTime(codeDueAt, now, zone)}${zone === undefined ? '' : `, ${zoneLabel(zone)}`}`;
};

interface NewPhoneProps {
  stored: PaymentSettingsWithCaps;
  pending: string;
  /**
   * A phone number that was saved but isn't confirmed yet. Next, the contractor enters the code that was sent to it.
   */
  fresh: string | null;
  /** Whether 'Confirm phone' is the primary button. */
  primary: boolean;
}

/** Below the phone field, asks for the code that confirms the phone number for notices. */
function NewPhone({ stored, pending, fresh, primary }: NewPhoneProps) {
  const { notifyPhone } = stored;
  const waits = useWaits(stored);
  return (
    <ConfirmCode
      what="notifyPhone"
      to={formatPhone(pending)}
      waits={waits}
      autoFocus={fresh === pending}
      primary={primary}
      cancel={useCancel(stored)}
    >
      {notifyPhone !== null && (
        <p>
          Until you confirm this number, we’ll text{' '}
          <span className="whitespace-nowrap">{formatPhone(notifyPhone)}</span>.
        </p>
      )}
    </ConfirmCode>
  );
}

/** A reminder to enter the code, shown near the top of the page because the field for the code is further down. */
export function PhoneToDo({ stored }: { stored: PaymentSettingsWithCaps }) {
  const waits = useWaits(stored);
  const pending = stored.pendingNotifyPhone;
  if (pending === null || waits !== undefined) return null;
  return (
    <ToDo label="Enter code" to="#confirm-notifyPhone" quiet>
      Confirm <b className="whitespace-nowrap">{formatPhone(pending)}</b> to get texts about payments and acceptances.
    </ToDo>
  );
}

const LABEL = 'Text me about payments and acceptances';
const ALSO = 'You’re always notified by email too. Reply STOP to stop these texts.';
const HINT = `Enter your own phone number. We’ll text you a code to confirm it. ${ALSO}`;

interface NotifyPhoneProps extends Pick<FormState<PaymentForm>, 'field'> {
  error: string | undefined;
  stored: PaymentSettingsWithCaps;
  /**
   * A phone number that was saved but isn't confirmed yet. Next, the contractor enters the code that was sent to it.
   */
  fresh: string | null;
  /** Whether 'Confirm phone' is the primary button. */
  primary: boolean;
  /** Whether the field contains an unsaved phone number. */
  typed: boolean;
}

/**
 * The field for the phone number that gets notices. Until a new number is confirmed, plain text replaces the field.
 * Below the number, the contractor can enter the code to confirm the number, or cancel the change.
 */
export function NotifyPhone({ field, error, stored, fresh, primary, typed }: NotifyPhoneProps) {
  const pending = stored.pendingNotifyPhone;
  const asText = pending !== null && !typed && error === undefined;
  return (
    <div className="stack-s max-md:pt-2">
      {asText ? (
        <div className="field">
          <span className="label">{LABEL}</span>
          <div className="row min-h-11 flex-wrap gap-2">
            <b className="num">{formatPhone(pending)}</b>
            <Badge tone="contacted">Not confirmed yet</Badge>
          </div>
          <p className="hint">{ALSO}</p>
        </div>
      ) : (
        <Field label={LABEL} optional error={error} hint={onlyPhoneHint(field('phone').value) ?? HINT}>
          <Input {...field('phone')} type="tel" inputMode="tel" autoComplete="tel" placeholder="(208) 555-0144" />
        </Field>
      )}
      {pending !== null && <NewPhone key={pending} stored={stored} pending={pending} fresh={fresh} primary={primary} />}
    </div>
  );
}
