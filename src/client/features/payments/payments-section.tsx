import { useCompanyId } from '../../lib/company.ts';
import { problemOf } from '../../lib/errors.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { ConnectionView, PaymentSettingsWithCaps } from '#shared/features/payments/payments.schema.ts';
import { AccountState } from './account-state.tsx';
import { DepositSettings } from './deposit-settings.tsx';
import { paymentFormOf } from './payment-settings.rules.ts';
import './payments.css';
import { RecentPayments } from './recent-payments.tsx';
import { type Connection, useConnection, useReturn } from './use-connection.ts';

interface LoadedProps {
  connection: Connection;
  state: ConnectionView;
  settings: PaymentSettingsWithCaps;
}

function Loaded({ connection, state, settings }: LoadedProps) {
  const kept = useSettingsForm({ key: `payments:${useCompanyId()}`, stored: paymentFormOf(settings) });
  return (
    <div className="account pay">
      <AccountState state={state} connection={connection} primary={!kept.dirty} />
      <DepositSettings stored={settings} kept={kept} />
      <RecentPayments />
    </div>
  );
}

/**
 * Admin → Payments: the account that receives payments, the deposit that homeowners are asked for, and their payments.
 */
export default function PaymentsSection() {
  const connection = useConnection();
  useReturn(connection);
  const settings = trpc.payments.settings.useQuery();
  if (connection.status.data && settings.data)
    return <Loaded connection={connection} state={connection.status.data} settings={settings.data} />;
  const error = connection.status.error ?? settings.error;
  if (!error) return <SkeletonRows rows={4} height={92} label="Loading payments" />;
  const again = () => void Promise.all([connection.status.refetch(), settings.refetch()]);
  return (
    <Banner action={<Button onClick={again}>Try again</Button>}>
      <b>Failed to check Stripe connection status</b>
      <p>{problemOf(error).message}</p>
    </Banner>
  );
}
