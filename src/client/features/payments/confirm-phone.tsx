import type { PaymentSettingsWithCaps } from '#shared/features/payments/payments.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatSoonTime, zoneName } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { ConfirmCode } from '../company/confirm-code.tsx';

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

/** Returns text such as 'today at 11:00 AM, Boise time' if the text with the code still waits. */
const useWaits = ({ codeDueAt }: PaymentSettingsWithCaps): string | undefined => {
  const { zone } = useTimeZone();
  const now = useNow();
  if (codeDueAt === undefined || new Date(codeDueAt) <= now) return undefined;
  return `${formatSoonTime(codeDueAt, now, zone)}${zone === undefined ? '' : `, ${zoneName(zone)}`}`;
};

interface ConfirmPhoneProps {
  stored: PaymentSettingsWithCaps;
  /** The phone that was just saved; its code is entered next. */
  fresh: string | null;
}

function NewPhone({ stored, pending, fresh }: ConfirmPhoneProps & { pending: string }) {
  const { notifyPhone } = stored;
  const waits = useWaits(stored);
  return (
    <ConfirmCode
      what="notifyPhone"
      to={formatPhone(pending)}
      waits={waits}
      autoFocus={fresh === pending}
      cancel={useCancel(stored)}
    >
      {notifyPhone !== null && (
        <p>
          Until you confirm it, we text <span className="whitespace-nowrap">{formatPhone(notifyPhone)}</span>.
        </p>
      )}
    </ConfirmCode>
  );
}

/** Asks for the code that confirms the phone for notices, below its field. */
export function ConfirmPhone({ stored, fresh }: ConfirmPhoneProps) {
  const pending = stored.pendingNotifyPhone;
  return pending === null ? null : <NewPhone key={pending} stored={stored} pending={pending} fresh={fresh} />;
}
